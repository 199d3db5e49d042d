package org.shiftbed.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(message);
            }
        };
    }

    private static StandardOutput printed(OutputStream to) {
        StandardOutput out = new StandardOutput(to);
        PrintWriter writer = new PrintWriter(out, true, StandardCharsets.UTF_8);
        writer.println("an answer");
        return out;
    }

    @Test
    void whatIsWrittenArrivesAndOnlyAFullDeviceIsALoss() {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        assertThat(printed(kept).lost()).isFalse();
        assertThat(kept.toString(StandardCharsets.UTF_8)).isEqualTo("an answer" + System.lineSeparator());
        assertThat(printed(failing("No space left on device")).lost()).isTrue();
        assertThat(printed(failing("Broken pipe")).lost()).isFalse();
    }
}
