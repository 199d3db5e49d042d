package org.shiftbed.data.mnist;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.TorchRandom;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;
import org.shiftbed.data.Fingerprint;
import org.shiftbed.data.ImageShape;

/**
 * DomainBed's RotatedMNIST, to the bit ({@code domainbed-protocol.md} 1.3; Ghifary et al. 2015): the digits turned by 0 to 75 degrees, one
 * angle an environment. Images are turned as they are read.
 */
final class RotatedMnist implements Dataset {
    static final String NAME = "RotatedMNIST";

    private static final int VERSION = 1;
    private static final List<Integer> ANGLES = List.of(0, 15, 30, 45, 60, 75);

    private final DigitPool pool;
    private final int[] images;
    private final int[] domains;
    private final List<Rotation> rotations;
    private final AttributeTable attributes;
    private final String fingerprint;

    /** @param runSeed seeds the permutation of the pool, as {@code torch.manual_seed} would */
    RotatedMnist(DigitPool pool, long runSeed) {
        this.pool = pool;
        Environments environments = Environments.of(pool.size(), ANGLES.size(), new TorchRandom(runSeed));
        this.images = environments.images();
        this.domains = environments.domains();
        this.rotations = ANGLES.stream().map(Rotation::new).toList();
        this.attributes = new AttributeTable(
                List.of(
                        new Attribute(
                                "domain", ANGLES.stream().map(String::valueOf).toList()),
                        ColoredMnist.digit("y")),
                Map.of(
                        "domain",
                        domains,
                        "y",
                        IntStream.of(images).map(pool::label).toArray()),
                IntStream.of(images).map(pool::group).toArray());
        Fingerprint content = new Fingerprint().add(NAME).add(new int[] {VERSION});
        pool.addTo(content);
        this.fingerprint = content.hex();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ImageShape shape() {
        return new ImageShape(1, DigitPool.SIDE, DigitPool.SIDE);
    }

    @Override
    public int size() {
        return images.length;
    }

    @Override
    public AttributeTable attributes() {
        return attributes;
    }

    @Override
    public String label() {
        return "y";
    }

    @Override
    public String domain() {
        return "domain";
    }

    @Override
    public void read(int[] rows, int from, int count, ByteBuffer target) {
        byte[] upright = new byte[DigitPool.BYTES];
        byte[] turned = new byte[DigitPool.BYTES];
        for (int i = from; i < from + count; i++) {
            pool.read(images[rows[i]], upright);
            rotations.get(domains[rows[i]]).turn(upright, turned);
            target.put(turned);
        }
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public void close() {
        pool.close();
    }
}
