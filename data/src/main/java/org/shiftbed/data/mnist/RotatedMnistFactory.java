package org.shiftbed.data.mnist;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shiftbed.data.DataSource;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.DatasetFactory;
import org.shiftbed.data.DatasetOutline;
import org.shiftbed.data.ImageShape;
import org.shiftbed.data.Transforms;

/** Registers the data set {@code RotatedMNIST}. */
public final class RotatedMnistFactory implements DatasetFactory {
    @Override
    public String name() {
        return RotatedMnist.NAME;
    }

    @Override
    public String summary() {
        return "digits turned by 0, 15, 30, 45, 60 and 75 degrees, one angle an environment (DomainBed); needs IDX files";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(IdxFolder.parameter());
    }

    @Override
    public void check(Map<String, Object> parameters, String place) {
        IdxFolder.check(parameters, place);
    }

    @Override
    public boolean dependsOnRun() {
        return true;
    }

    @Override
    public boolean smallImages(Map<String, Object> parameters) {
        return true;
    }

    @Override
    public Optional<DatasetOutline> outline(Map<String, Object> parameters) {
        return Optional.of(new DatasetOutline(
                "y", "domain", RotatedMnist.DOMAINS, 10, new ImageShape(1, 28, 28), Transforms.NONE));
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        return RotatedMnist.of(DigitPool.open(name(), parameters, source), source.runSeed());
    }
}
