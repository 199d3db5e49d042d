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

/** Registers the data set {@code ColoredMNIST}. */
public final class ColoredMnistFactory implements DatasetFactory {
    @Override
    public String name() {
        return ColoredMnist.NAME;
    }

    @Override
    public String summary() {
        return "digits below and above 5 in two colours, whose tie to the label turns round in the third environment (DomainBed); needs IDX files";
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
        return Optional.of(
                new DatasetOutline("y", "domain", ColoredMnist.DOMAINS, 2, new ImageShape(2, 28, 28), Transforms.NONE));
    }

    @Override
    public Dataset open(Map<String, Object> parameters, DataSource source) {
        return ColoredMnist.of(DigitPool.open(name(), parameters, source), source.runSeed());
    }
}
