package org.shiftbed.shift;

import java.util.List;

/** A filter that has been read: its tree, bound to the columns of a table. */
sealed interface Condition {

    boolean test(int row);

    /** Every row. */
    record Always() implements Condition {
        @Override
        public boolean test(int row) {
            return true;
        }
    }

    /** All of them hold. */
    record And(List<Condition> terms) implements Condition {
        @Override
        public boolean test(int row) {
            for (Condition term : terms) {
                if (!term.test(row)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** One of them holds. */
    record Or(List<Condition> terms) implements Condition {
        @Override
        public boolean test(int row) {
            for (Condition term : terms) {
                if (term.test(row)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** It does not hold. */
    record Not(Condition term) implements Condition {
        @Override
        public boolean test(int row) {
            return !term.test(row);
        }
    }

    /** The code of a row against a fixed code. */
    record AgainstValue(int[] left, Operator operator, int code) implements Condition {
        @Override
        public boolean test(int row) {
            return operator.holds(left[row], code);
        }
    }

    /** The codes of two attributes of one row. */
    record AgainstAttribute(int[] left, Operator operator, int[] right) implements Condition {
        @Override
        public boolean test(int row) {
            return operator.holds(left[row], right[row]);
        }
    }

    /** The code of a row is among some. */
    record OneOf(int[] left, boolean[] member) implements Condition {
        @Override
        public boolean test(int row) {
            return member[left[row]];
        }
    }

    /** Compares codes. */
    enum Operator {
        LESS,
        AT_MOST,
        EQUAL,
        DIFFERENT,
        AT_LEAST,
        GREATER;

        boolean holds(int left, int right) {
            return switch (this) {
                case LESS -> left < right;
                case AT_MOST -> left <= right;
                case EQUAL -> left == right;
                case DIFFERENT -> left != right;
                case AT_LEAST -> left >= right;
                case GREATER -> left > right;
            };
        }
    }
}
