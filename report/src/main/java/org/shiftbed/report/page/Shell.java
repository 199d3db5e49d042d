package org.shiftbed.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/** What every page has around its content: a head that forbids requests, the look, the contents, the chart library, scripts. */
public final class Shell {
    private static final String CHARTS = "/META-INF/maven/org.webjars.npm/echarts/pom.properties";

    private Shell() {}

    /** A heading that the contents name. */
    public record Entry(String id, String title) {}

    /**
     * Everything above the content.
     *
     * @param title of the browser's tab
     * @param heading the one first-level heading
     * @param lead a sentence below it
     * @param contents links to sections
     * @param style more CSS, after that of every page
     */
    public static void open(Html html, String title, String heading, String lead, List<Entry> contents, String style) {
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                // The browser itself refuses every request that the page could make.
                .raw(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline';"
                                + " style-src 'unsafe-inline'; img-src data:\">\n")
                .raw("<link rel=\"icon\" href=\"data:,\">\n")
                .element("title", title)
                .raw("<style>\n" + resource(Shell.class, "page.css") + style + "</style>\n</head>\n<body>\n<header>\n")
                .element("h1", heading)
                .raw("<p class=\"lead\">")
                .text(lead)
                .raw("</p>\n</header>\n<nav aria-label=\"Contents\"><ul>\n");
        for (Entry entry : contents) {
            html.raw("<li><a href=\"#" + entry.id() + "\">").text(entry.title()).raw("</a></li>\n");
        }
        html.raw("</ul></nav>\n<main>\n");
    }

    /**
     * Everything below the content.
     *
     * @param scripts more scripts, in the order they run, after that of every page
     */
    public static void close(Html html, List<String> scripts) {
        html.raw(
                        "</main>\n<noscript><p class=\"warn\">Charts need JavaScript; every number stands in the tables.</p></noscript>\n")
                .raw(
                        "<footer><p class=\"note\">Written by Shiftbed. Charts by Apache ECharts (Apache License 2.0).</p></footer>\n")
                .raw("<script>" + script(echarts()) + "</script>\n")
                .raw("<script>\n" + script(resource(Shell.class, "page.js")) + "</script>\n");
        scripts.forEach(one -> html.raw("<script>\n" + script(one) + "</script>\n"));
        html.raw("</body>\n</html>\n");
    }

    /**
     * A text file that lies beside a class.
     *
     * @throws IllegalStateException where it is not on the class path
     */
    public static String resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " cannot be read", e);
        }
    }

    /** A script as it may stand in a page: a closing tag inside it, even in a string, would end it. */
    public static String script(String text) {
        return text.replace("</script", "<\\/script").replace("<!--", "<\\!--");
    }

    /** The chart library. */
    public static String echarts() {
        Properties properties = new Properties();
        try (InputStream in = Shell.class.getResourceAsStream(CHARTS)) {
            if (in == null) {
                throw new IllegalStateException("the ECharts WebJar is not on the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("the ECharts WebJar cannot be read", e);
        }
        return resource(
                Shell.class,
                "/META-INF/resources/webjars/echarts/" + properties.getProperty("version") + "/dist/echarts.min.js");
    }
}
