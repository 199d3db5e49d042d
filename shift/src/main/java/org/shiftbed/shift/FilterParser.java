package org.shiftbed.shift;

import java.util.ArrayList;
import java.util.List;
import org.shiftbed.base.Names;
import org.shiftbed.base.UserError;
import org.shiftbed.data.Attribute;
import org.shiftbed.data.AttributeTable;

/**
 * Reads the filter language ({@code controlled-shifts.md} 1.3) by recursive descent: OR binds weaker than AND, AND weaker than NOT.
 *
 * <pre>
 * or     = and { OR and }
 * and    = not { AND not }
 * not    = NOT not | ( or ) | true | atom
 * atom   = attribute op operand | attribute in { value, … }
 * op     = &lt; | &lt;= | ≤ | = | == | != | ≠ | &gt;= | ≥ | &gt;
 * </pre>
 */
final class FilterParser {
    private final String filter;
    private final AttributeTable table;
    private final List<FilterToken> tokens;
    private int next;

    FilterParser(String filter, AttributeTable table) {
        this.filter = filter;
        this.table = table;
        this.tokens = FilterToken.read(filter);
    }

    Condition parse() {
        Condition condition = or();
        if (peek().kind() != FilterToken.Kind.END) {
            throw expected("AND, OR or the end", peek());
        }
        return condition;
    }

    private Condition or() {
        List<Condition> terms = new ArrayList<>(List.of(and()));
        while (peek().word("or")) {
            next++;
            terms.add(and());
        }
        return terms.size() == 1 ? terms.get(0) : new Condition.Or(terms);
    }

    private Condition and() {
        List<Condition> terms = new ArrayList<>(List.of(not()));
        while (peek().word("and")) {
            next++;
            terms.add(not());
        }
        return terms.size() == 1 ? terms.get(0) : new Condition.And(terms);
    }

    private Condition not() {
        FilterToken token = peek();
        if (token.word("not")) {
            next++;
            return new Condition.Not(not());
        }
        if (token.is("(")) {
            next++;
            Condition inside = or();
            take(")");
            return inside;
        }
        if (token.word("true")) {
            next++;
            return new Condition.Always();
        }
        return atom();
    }

    private Condition atom() {
        FilterToken name = peek();
        if (keyword(name) || !named(name)) {
            throw expected("the name of an attribute, NOT, '(' or true", name);
        }
        next++;
        if (!table.has(name.text())) {
            throw at(
                    name,
                    "unknown attribute '" + name.text() + "'; "
                            + Names.suggest(
                                    name.text(),
                                    table.attributes().stream()
                                            .map(Attribute::name)
                                            .toList()));
        }
        Attribute attribute = table.attribute(name.text());
        int[] left = table.column(name.text());
        FilterToken operator = peek();
        if (operator.word("in")) {
            next++;
            return new Condition.OneOf(left, members(attribute));
        }
        Condition.Operator compare = operator(operator);
        next++;
        FilterToken operand = peek();
        if (keyword(operand) || !named(operand)) {
            throw expected("a value of '" + attribute.name() + "' or another attribute", operand);
        }
        next++;
        // A value of the attribute comes first; a bare word that is none, and what stands in backquotes, names another
        // attribute.
        if (operand.kind() != FilterToken.Kind.BACKQUOTED && attribute.code(operand.text()) >= 0) {
            return new Condition.AgainstValue(left, compare, attribute.code(operand.text()));
        }
        if (operand.kind() != FilterToken.Kind.QUOTED && table.has(operand.text())) {
            return new Condition.AgainstAttribute(left, compare, table.column(operand.text()));
        }
        throw unknownValue(attribute, operand);
    }

    private boolean[] members(Attribute attribute) {
        take("{");
        boolean[] member = new boolean[attribute.cardinality()];
        do {
            FilterToken value = peek();
            if (!named(value)) {
                throw expected("a value of '" + attribute.name() + "'", value);
            }
            next++;
            int code = attribute.code(value.text());
            if (code < 0) {
                throw unknownValue(attribute, value);
            }
            member[code] = true;
        } while (comma());
        take("}");
        return member;
    }

    private boolean comma() {
        if (peek().is(",")) {
            next++;
            return true;
        }
        return false;
    }

    private Condition.Operator operator(FilterToken token) {
        if (token.kind() == FilterToken.Kind.OPERATOR) {
            switch (token.text()) {
                case "<":
                    return Condition.Operator.LESS;
                case "<=", "≤":
                    return Condition.Operator.AT_MOST;
                case "=", "==":
                    return Condition.Operator.EQUAL;
                case "!=", "≠":
                    return Condition.Operator.DIFFERENT;
                case ">=", "≥":
                    return Condition.Operator.AT_LEAST;
                case ">":
                    return Condition.Operator.GREATER;
                default:
                    break;
            }
        }
        throw expected("one of < <= = != >= > or in", token);
    }

    private FilterToken peek() {
        return tokens.get(next);
    }

    private void take(String sign) {
        if (!peek().is(sign)) {
            throw expected("'" + sign + "'", peek());
        }
        next++;
    }

    private static boolean named(FilterToken token) {
        return token.kind() == FilterToken.Kind.WORD
                || token.kind() == FilterToken.Kind.QUOTED
                || token.kind() == FilterToken.Kind.BACKQUOTED;
    }

    private static boolean keyword(FilterToken token) {
        return token.kind() == FilterToken.Kind.WORD && !FilterToken.plain(token.text());
    }

    private UserError unknownValue(Attribute attribute, FilterToken found) {
        return at(
                found,
                "unknown value '" + found.text() + "' of attribute '" + attribute.name() + "'; "
                        + Names.suggest(found.text(), attribute.values()));
    }

    private UserError expected(String what, FilterToken found) {
        String text = found.kind() == FilterToken.Kind.END ? "the end" : "'" + found.text() + "'";
        return at(found, "expected " + what + ", found " + text);
    }

    private UserError at(FilterToken token, String message) {
        return new UserError("filter \"" + filter + "\", position " + token.position() + ": " + message);
    }
}
