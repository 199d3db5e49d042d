package org.shiftbed.app;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version this program was built as. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"shiftbed " + text()};
    }

    /** For example {@code 0.1.0}. */
    static String text() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException unreadable) {
            return "unknown";
        }
        return properties.getProperty("version", "unknown");
    }
}
