package org.shiftbed.data.mnist;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.TorchRandom;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;

/**
 * DomainBed's RotatedMNIST, to the bit ({@code domainbed-protocol.md} 1.3; Ghifary et al. 2015): the digits turned by 0 to 75 degrees, one
 * angle an environment. Images are turned as they are read.
 */
final class RotatedMnist {
    static final String NAME = "RotatedMNIST";

    private static final int VERSION = 1;
    private static final List<Integer> ANGLES = List.of(0, 15, 30, 45, 60, 75);
    static final List<String> DOMAINS = ANGLES.stream().map(String::valueOf).toList();

    private RotatedMnist() {}

    /** @param runSeed seeds the permutation of the pool, as {@code torch.manual_seed} would */
    static Dataset of(DigitPool pool, long runSeed) {
        Environments environments = Environments.of(pool.size(), ANGLES.size(), new TorchRandom(runSeed));
        int[] images = environments.images();
        int[] domains = environments.domains();
        List<Rotation> rotations = ANGLES.stream().map(Rotation::new).toList();
        AttributeTable attributes = new AttributeTable(
                List.of(new Attribute("domain", DOMAINS), ColoredMnist.digit("y")),
                Map.of(
                        "domain",
                        domains,
                        "y",
                        IntStream.of(images).map(pool::label).toArray()),
                IntStream.of(images).map(pool::group).toArray());
        return new DigitDataset(NAME, VERSION, 1, pool, images, attributes, (row, image, target) -> {
            byte[] grey = new byte[DigitPool.BYTES];
            pool.read(image, grey);
            byte[] turned = new byte[DigitPool.BYTES];
            rotations.get(domains[row]).turn(grey, turned);
            target.put(turned);
        });
    }
}
