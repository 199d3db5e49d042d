package org.shiftbed.data.mnist;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shiftbed.base.TorchRandom;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;
import org.shiftbed.data.Dataset;

/**
 * DomainBed's ColoredMNIST, to the bit ({@code domainbed-protocol.md} 1.3; Arjovsky et al. 2019, section 5.1): the label is whether the digit
 * is below 5, flipped for a quarter of the images; the colour is the flipped label, flipped again with the environment's probability. Both
 * flips come from torch's generator under the run's seed, right after the permutation of the pool.
 */
final class ColoredMnist {
    static final String NAME = "ColoredMNIST";

    private static final int VERSION = 1;
    static final List<String> DOMAINS = List.of("+90%", "+80%", "-90%");
    private static final float[] COLOUR_FLIPS = {0.1f, 0.2f, 0.9f};
    private static final float LABEL_FLIPS = 0.25f;

    private ColoredMnist() {}

    /** @param runSeed seeds the permutation and the flips, as {@code torch.manual_seed} would */
    static Dataset of(DigitPool pool, long runSeed) {
        TorchRandom random = new TorchRandom(runSeed);
        Environments environments = Environments.of(pool.size(), DOMAINS.size(), random);
        int[] images = environments.images();
        int[] colours = new int[images.length];
        int[] y = new int[images.length];
        int first = 0;
        for (int environment = 0; environment < DOMAINS.size(); environment++) {
            int end = first + environments.sizes()[environment];
            for (int row = first; row < end; row++) {
                y[row] = (pool.label(images[row]) < 5 ? 1 : 0) ^ (random.nextFloat() < LABEL_FLIPS ? 1 : 0);
            }
            for (int row = first; row < end; row++) {
                colours[row] = y[row] ^ (random.nextFloat() < COLOUR_FLIPS[environment] ? 1 : 0);
            }
            first = end;
        }
        AttributeTable attributes = new AttributeTable(
                List.of(
                        new Attribute("domain", DOMAINS),
                        new Attribute("y", List.of("0", "1")),
                        digit("digit"),
                        // Colour 0 keeps channel 0, which is drawn red; colour 1 keeps channel 1, drawn green.
                        new Attribute("color", List.of("red", "green"))),
                Map.of(
                        "domain",
                        environments.domains(),
                        "y",
                        y,
                        "digit",
                        IntStream.of(images).map(pool::label).toArray(),
                        "color",
                        colours),
                IntStream.of(images).map(pool::group).toArray());
        byte[] black = new byte[DigitPool.BYTES];
        return new DigitDataset(NAME, VERSION, 2, pool, images, attributes, (row, image, target) -> {
            if (colours[row] == 1) {
                target.put(black);
            }
            pool.read(image, target);
            if (colours[row] == 0) {
                target.put(black);
            }
        });
    }

    /** An attribute of the ten classes. */
    static Attribute digit(String name) {
        return new Attribute(
                name,
                IntStream.range(0, DigitPool.CLASSES)
                        .mapToObj(Integer::toString)
                        .toList());
    }
}
