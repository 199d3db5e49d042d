package org.shiftbed.audit.expression;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;

/**
 * Reads expressions by recursive descent. From loose to tight: {@code + -}, {@code * /}, unary minus, {@code ^} (from the right, so that
 * {@code -x^2} is {@code -(x^2)} and {@code 2^-1} is allowed).
 */
final class Parser {
    private static final int DEEPEST = 200;
    private static final int LONGEST = 10_000;
    private static final List<String> PAIRS = List.of("min", "max");
    private static final String INDICATOR = "indicator";

    private final String place;
    private final List<Column> columns;
    private final boolean parameters;
    private final List<Token> tokens;
    private int at;
    private int depth;

    Parser(String place, String text, List<Column> columns, boolean parameters) {
        this.place = place;
        this.columns = columns;
        this.parameters = parameters;
        if (text.length() > LONGEST) {
            throw new UserError(
                    place.substring(0, Math.min(80, place.length())) + "...: longer than " + LONGEST + " characters");
        }
        this.tokens = Token.split(place, text);
    }

    /** All expressions, separated by semicolons. */
    List<Node> all() {
        List<Node> nodes = new ArrayList<>();
        nodes.add(sum());
        while (take(";")) {
            nodes.add(sum());
        }
        if (peek().kind() != Token.Kind.END) {
            throw expected("an operator or the end");
        }
        return nodes;
    }

    private Token peek() {
        return tokens.get(at);
    }

    private boolean take(String symbol) {
        if (peek().is(symbol)) {
            at++;
            return true;
        }
        return false;
    }

    private UserError expected(String what) {
        return new UserError(
                place + ": at character " + peek().position() + ": expected " + what + ", found " + peek().shown());
    }

    private void need(String symbol) {
        if (!take(symbol)) {
            throw expected("'" + symbol + "'");
        }
    }

    private Node sum() {
        if (++depth > DEEPEST) {
            throw new UserError(
                    place + ": at character " + peek().position() + ": nested more than " + DEEPEST + " levels deep");
        }
        Node left = product();
        while (peek().is("+") || peek().is("-")) {
            double sign = tokens.get(at++).is("+") ? 1 : -1;
            left = new Node.Sum(left, sign, product());
        }
        depth--;
        return left;
    }

    private Node product() {
        Node left = signed();
        while (peek().is("*") || peek().is("/")) {
            boolean times = tokens.get(at++).is("*");
            Node right = signed();
            left = times ? new Node.Product(left, right) : new Node.Quotient(left, right);
        }
        return left;
    }

    private Node signed() {
        boolean minus = false;
        while (peek().is("-") || peek().is("+")) {
            minus ^= tokens.get(at++).is("-");
        }
        Node node = power();
        return minus ? new Node.Product(new Node.Number(-1), node) : node;
    }

    private Node power() {
        Node base = atom();
        if (take("^") || take("**")) {
            if (++depth > DEEPEST) {
                throw new UserError(place + ": at character " + peek().position() + ": nested more than " + DEEPEST
                        + " levels deep");
            }
            Node exponent = signed();
            depth--;
            return new Node.Power(base, exponent);
        }
        return base;
    }

    private Node atom() {
        Token token = peek();
        switch (token.kind()) {
            case NUMBER -> {
                at++;
                return new Node.Number(Double.parseDouble(token.text()));
            }
            case NAME, QUOTED -> {
                at++;
                return token.kind() == Token.Kind.NAME && peek().is("(") ? call(token) : name(token);
            }
            case TEXT ->
                throw new UserError(place + ": at character " + token.position() + ": the text " + token.shown()
                        + " can only be compared to a category inside indicator(...)");
            default -> {
                if (take("(")) {
                    Node inside = sum();
                    need(")");
                    return inside;
                }
                throw expected("a number, a name, a function or '('");
            }
        }
    }

    private Node call(Token function) {
        String name = function.text();
        if (name.equals(INDICATOR)) {
            need("(");
            Node comparison = comparison();
            need(")");
            return comparison;
        }
        boolean pair = PAIRS.contains(name);
        if (!pair && !Function.names().contains(name)) {
            List<String> known = new ArrayList<>(Function.names());
            known.addAll(PAIRS);
            known.add(INDICATOR);
            throw Names.unknown(place + ": at character " + function.position(), "function", name, known);
        }
        need("(");
        Node node = sum();
        if (!pair) {
            need(")");
            return new Node.Call(Function.of(name), node);
        }
        if (!peek().is(",")) {
            throw expected("',' and a second argument of " + name);
        }
        while (take(",")) {
            node = new Node.Extremum(name.equals("max"), node, sum());
        }
        need(")");
        return node;
    }

    private Node name(Token token) {
        if (token.kind() == Token.Kind.NAME && parameters && token.text().matches("d(0|[1-9][0-9]{0,3})")) {
            return new Node.Parameter(Integer.parseInt(token.text().substring(1)));
        }
        int column = column(token.text());
        if (column < 0) {
            throw unknown(token);
        }
        if (columns.get(column).category()) {
            throw new UserError(place + ": at character " + token.position() + ": '" + token.text()
                    + "' is a category; compare it to a level, as in indicator(" + token.text() + " = '"
                    + columns.get(column).levels().get(0) + "')");
        }
        return new Node.Value(column);
    }

    private UserError unknown(Token token) {
        List<String> known = new ArrayList<>(columns.stream().map(Column::name).toList());
        if (parameters) {
            known.add("d0");
        }
        return Names.unknown(place + ": at character " + token.position(), "name", token.text(), known);
    }

    private int column(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Node comparison() {
        int start = at;
        Column category = categoryAt(start);
        Node left;
        Node.Comparison sign;
        Node right;
        if (category != null) {
            at++;
            left = new Node.Value(column(category.name()));
            sign = sign();
            right = level(category, sign);
        } else if (isLevelBefore(start)) {
            // 'B' = ward: the same the other way round.
            Token level = peek();
            at++;
            sign = sign();
            Column after = categoryAt(at);
            if (after == null) {
                throw expected("a category to compare " + level.shown() + " with");
            }
            right = new Node.Value(column(after.name()));
            int end = at + 1;
            at = start;
            left = level(after, sign);
            at = end;
        } else {
            left = sum();
            sign = sign();
            right = sum();
        }
        if (left.degree() + right.degree() > 0) {
            throw new UserError(place + ": at character " + tokens.get(start).position()
                    + ": a comparison inside indicator(...) may not hold d0, d1, ...: it would jump");
        }
        return new Node.Indicator(left, sign, right);
    }

    private @Nullable Column categoryAt(int index) {
        Token token = tokens.get(index);
        boolean named = token.kind() == Token.Kind.NAME || token.kind() == Token.Kind.QUOTED;
        int column = named ? column(token.text()) : -1;
        return column >= 0 && columns.get(column).category() ? columns.get(column) : null;
    }

    private boolean isLevelBefore(int index) {
        Token token = tokens.get(index);
        boolean literal =
                token.kind() == Token.Kind.TEXT || token.kind() == Token.Kind.QUOTED && column(token.text()) < 0;
        return literal && tokens.get(index + 1).kind() == Token.Kind.SYMBOL;
    }

    private Node.Comparison sign() {
        Token token = peek();
        at++;
        return switch (token.kind() == Token.Kind.SYMBOL ? token.text() : "") {
            case "=", "==" -> Node.Comparison.EQUAL;
            case "!=", "<>" -> Node.Comparison.NOT_EQUAL;
            case "<" -> Node.Comparison.LESS;
            case "<=" -> Node.Comparison.AT_MOST;
            case ">" -> Node.Comparison.GREATER;
            case ">=" -> Node.Comparison.AT_LEAST;
            default -> {
                at--;
                throw expected("a comparison (=, !=, <, <=, >, >=)");
            }
        };
    }

    private Node level(Column category, Node.Comparison sign) {
        if (sign != Node.Comparison.EQUAL && sign != Node.Comparison.NOT_EQUAL) {
            throw new UserError(place + ": at character " + tokens.get(at - 1).position() + ": the category '"
                    + category.name() + "' has no order; compare it by = or !=");
        }
        Token token = peek();
        if (token.kind() == Token.Kind.SYMBOL || token.kind() == Token.Kind.END) {
            throw expected("a level of " + category.name());
        }
        at++;
        int level = category.levels().indexOf(token.text());
        if (level < 0) {
            throw Names.unknown(
                    place + ": at character " + token.position(),
                    "level of " + category.name(),
                    token.text(),
                    category.levels());
        }
        return new Node.Number(level);
    }
}
