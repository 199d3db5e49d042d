package org.shiftbed.learn.augment;

import java.util.Locale;

/** The operations that the drawn methods choose from (controlled-shifts 3.2, primitive operations), each of one magnitude. */
public enum Primitive {
    AUTO_CONTRAST("AutoContrast", Kind.PLAIN),
    EQUALIZE("Equalize", Kind.PLAIN),
    INVERT("Invert", Kind.PLAIN),
    ROTATE("Rotate", Kind.MOVE),
    POSTERIZE("Posterize", Kind.TONE),
    SOLARIZE("Solarize", Kind.TONE),
    SOLARIZE_ADD("SolarizeAdd", Kind.TONE),
    COLOR("Color", Kind.ENHANCER),
    CONTRAST("Contrast", Kind.ENHANCER),
    BRIGHTNESS("Brightness", Kind.ENHANCER),
    SHARPNESS("Sharpness", Kind.ENHANCER),
    SHEAR_X("ShearX", Kind.MOVE),
    SHEAR_Y("ShearY", Kind.MOVE),
    TRANSLATE_X("TranslateX", Kind.MOVE),
    TRANSLATE_Y("TranslateY", Kind.MOVE),
    CUTOUT("Cutout", Kind.CUT);

    /** What a magnitude means. */
    enum Kind {
        /** Nothing. */
        PLAIN,
        /** Degrees, a slope or pixels, with a sign. */
        MOVE,
        /** A number of bits, a threshold or a summand. */
        TONE,
        /** A factor of which 1 changes nothing. */
        ENHANCER,
        /** Half the side of a square. */
        CUT
    }

    private final String title;
    private final Kind kind;

    Primitive(String title, Kind kind) {
        this.title = title;
        this.kind = kind;
    }

    /** As the papers write it: {@code TranslateX}. */
    public String title() {
        return title;
    }

    /** As written in a study file: {@code translate-x}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Kind kind() {
        return kind;
    }

    /**
     * The operation of a magnitude.
     *
     * @param value degrees, slope, pixels, bits, threshold, summand or factor; without meaning for plain ones
     * @param warp how moves read and fill
     * @throws IllegalStateException for {@link #CUTOUT}, which needs a centre
     */
    PictureOperation of(double value, Warp warp) {
        return switch (this) {
            case AUTO_CONTRAST -> Tone.autoContrast();
            case EQUALIZE -> Tone.equalize();
            case INVERT -> Tone.invert();
            case ROTATE -> warp.rotate(value);
            case POSTERIZE -> Tone.posterize((int) value);
            case SOLARIZE -> Tone.solarize(value);
            case SOLARIZE_ADD -> Tone.solarizeAdd((int) value);
            case COLOR -> Enhance.color(value);
            case CONTRAST -> Enhance.contrast(value);
            case BRIGHTNESS -> Enhance.brightness(value);
            case SHARPNESS -> Enhance.sharpness(value);
            case SHEAR_X -> warp.shearX(value);
            case SHEAR_Y -> warp.shearY(value);
            case TRANSLATE_X -> warp.translateX(value);
            case TRANSLATE_Y -> warp.translateY(value);
            case CUTOUT -> throw new IllegalStateException("Cutout needs a centre");
        };
    }
}
