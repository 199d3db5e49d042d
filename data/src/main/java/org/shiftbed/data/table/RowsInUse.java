package org.shiftbed.data.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.duckdb.DuckDBConnection;

/**
 * The rows of a source that a condition keeps, as a relation of SQL.
 *
 * @param connection to DuckDB
 * @param source all rows
 * @param where which of them are used
 */
record RowsInUse(DuckDBConnection connection, FileSource source, RowCondition where) {
    /** The relation; its parameters are those of the condition. */
    String sql() {
        return "(SELECT * FROM " + source.sql() + " WHERE " + where.sql() + ")";
    }

    /**
     * A query that holds the relation, or the condition, once.
     *
     * @throws SQLException where DuckDB refuses it; nothing is left open
     */
    PreparedStatement prepare(String query) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(query);
        try {
            where.bind(statement);
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /** The one number that an expression gives for these rows. */
    long number(String expression) throws SQLException {
        return only("SELECT " + expression + " FROM " + sql());
    }

    /** How many rows a relation has that holds these once. */
    long count(String relation) throws SQLException {
        return only("SELECT count(*) FROM " + relation);
    }

    private long only(String query) throws SQLException {
        try (PreparedStatement statement = prepare(query);
                ResultSet result = statement.executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }
}
