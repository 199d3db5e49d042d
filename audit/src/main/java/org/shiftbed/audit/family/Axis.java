package org.shiftbed.audit.family;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the values of a column mean to people: numbers, or dates and points in time that are counted from the beginning of 1970. */
public enum Axis {
    /** Plain numbers. */
    NUMBER(0),
    /** Days since 1970-01-01; a fraction is a part of the day. */
    DATE(86_400),
    /** Seconds since 1970-01-01 00:00. */
    TIME(1);

    /** What a calendar of four-digit years holds, in seconds. */
    private static final double FIRST = LocalDateTime.of(1, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);

    private static final double LAST = LocalDateTime.of(9999, 12, 31, 23, 59).toEpochSecond(ZoneOffset.UTC);

    private static final double DAY = 86_400;
    private static final double MINUTE = 60;
    private static final String TO_THE_DAY = "uuuu-MM-dd";
    private static final String TO_THE_MINUTE = "uuuu-MM-dd HH:mm";
    private static final String TO_THE_SECOND = "uuuu-MM-dd HH:mm:ss";
    private static final String FINEST = "uuuu-MM-dd HH:mm:ss.SSS";

    /** Seconds in one unit of the column; 0 for numbers. */
    private final double seconds;

    Axis(double seconds) {
        this.seconds = seconds;
    }

    /** Its name in {@code audit.json}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A value in words: a number of three digits, a date, or a point in time as fine as it is. */
    public String at(double value) {
        if (!calendar(value)) {
            return Words.number(value);
        }
        if (this == DATE) {
            return day(value);
        }
        double at = value * seconds;
        return write(at, at % DAY == 0 ? TO_THE_DAY : at % MINUTE == 0 ? TO_THE_MINUTE : TO_THE_SECOND);
    }

    /** Two values in words, as fine as it takes to tell them apart. */
    public List<String> both(double before, double after) {
        if (!calendar(before) || !calendar(after)) {
            return Words.both(before, after);
        }
        double apart = Math.abs(after - before) * seconds;
        if (apart == 0 || apart >= DAY) {
            return List.of(day(before), day(after));
        }
        String pattern = apart >= MINUTE ? TO_THE_MINUTE : apart >= 1 ? TO_THE_SECOND : FINEST;
        return List.of(write(before * seconds, pattern), write(after * seconds, pattern));
    }

    /** A distance along it in words: a number, or days, hours, minutes or seconds. */
    public String length(double distance) {
        if (this == NUMBER || !Double.isFinite(distance)) {
            return Words.number(distance);
        }
        double size = Math.abs(distance) * seconds;
        double unit = size == 0 ? seconds : size >= DAY ? DAY : size >= 3600 ? 3600 : size >= MINUTE ? MINUTE : 1;
        String text = Words.number(distance * seconds / unit);
        String word = unit == DAY ? "day" : unit == 3600 ? "hour" : unit == MINUTE ? "minute" : "second";
        return text + " " + word + (text.equals("1") || text.equals("-1") ? "" : "s");
    }

    /** How something that lies on this axis moves, in words. */
    public String move(String what, double before, double after) {
        List<String> both = both(before, after);
        return before == after
                ? what + " stays at " + both.get(0)
                : what + " goes from " + both.get(0) + " to " + both.get(1);
    }

    /** How a spread along this axis moves. */
    String spread(String what, double before, double after) {
        if (this == NUMBER) {
            return Words.move(what, before, after);
        }
        return before == after
                ? what + " stays at " + length(before)
                : what + " goes from " + length(before) + " to " + length(after);
    }

    /** A value of this axis as one of another; both must be of the calendar. */
    double on(Axis other, double value) {
        return value * seconds / other.seconds;
    }

    /** The seconds of a date or a point in time that somebody wrote, such as 2024-06-01 or 2024-06-01 12:30; null where it is neither. */
    static @Nullable Double read(String written) {
        String text = written.strip().replaceFirst("(?i)z$", "").replaceFirst("(?<=\\d) +(?=\\d)", "T");
        try {
            LocalDateTime time = LocalDateTime.parse(text.contains("T") ? text : text + "T00:00");
            double at = time.toEpochSecond(ZoneOffset.UTC) + time.getNano() / 1e9;
            return at >= FIRST && at <= LAST ? (Double) at : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private boolean calendar(double value) {
        return this != NUMBER && value * seconds >= FIRST && value * seconds <= LAST;
    }

    /** The day of a point in time; of a mean of dates the nearest one. */
    private String day(double value) {
        return write(this == DATE ? Math.rint(value) * DAY : value * seconds, TO_THE_DAY);
    }

    private static String write(double at, String pattern) {
        // A binary fraction of a second may end just short of what it stands for.
        double rounded = Math.rint(at * 1000) / 1000;
        double whole = Math.floor(rounded);
        long nanos = Math.min(999, Math.round((rounded - whole) * 1000)) * 1_000_000;
        return LocalDateTime.ofEpochSecond((long) whole, (int) nanos, ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    }
}
