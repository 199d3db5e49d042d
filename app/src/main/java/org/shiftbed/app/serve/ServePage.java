package org.shiftbed.app.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.shiftbed.report.page.Shell;

/** The one page: whole in itself, with scripts that the browser knows by their hashes and runs no others. */
final class ServePage {
    private final String html;
    private final String policy;

    ServePage() {
        String charts = Shell.script(Shell.echarts());
        String script = "\n" + Shell.script(Shell.resource(ServePage.class, "search.js"))
                + Shell.script(Shell.resource(ServePage.class, "serve.js"));
        html = Shell.resource(ServePage.class, "serve.html")
                .replace("/*style*/", Shell.resource(ServePage.class, "serve.css"))
                .replace("/*charts*/", charts)
                .replace("/*script*/", script);
        policy = "default-src 'none'; script-src '" + hash(charts) + "' '" + hash(script)
                + "'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'";
    }

    String html() {
        return html;
    }

    /** The header Content-Security-Policy. */
    String policy() {
        return policy;
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
