package org.shiftbed.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Chromium without a window. Binaries by the system properties {@code shiftbed.chromium} and {@code shiftbed.chromedriver}. */
public final class Browser implements AutoCloseable {
    private final ChromeDriver driver;

    public Browser() {
        LoggingPreferences logging = new LoggingPreferences();
        logging.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(System.getProperty("shiftbed.chromium", "/usr/bin/chromium"));
        options.setCapability("goog:loggingPrefs", logging);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--disable-dev-shm-usage");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(Path.of(System.getProperty("shiftbed.chromedriver", "/usr/bin/chromedriver"))
                        .toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
    }

    /** Words against what is behind them as WCAG 2 has it, and marks of drawings against the page; those of too little contrast. */
    private static final String FAINT = """
            const parse = c => c.match(/[\\d.]+/g).map(Number);
            const solid = c => { const p = parse(c); return p.length < 4 || p[3] > 0.99; };
            const light = c => { const l = parse(c).slice(0, 3).map(v => v / 255)
              .map(v => v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4)); return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2]; };
            const contrast = (a, b) => { const x = light(a), y = light(b); return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
            const ground = node => { for (let n = node; n && n.nodeType === 1; n = n.parentElement) {
                const c = getComputedStyle(n).backgroundColor; if (c !== 'rgba(0, 0, 0, 0)' && solid(c)) { return c; } }
              return 'rgb(255, 255, 255)'; };
            const page = getComputedStyle(document.body).backgroundColor, found = [];
            document.querySelectorAll('body *').forEach(node => {
              if (node.closest('svg') || !node.getClientRects().length) { return; }
              const own = Array.from(node.childNodes).some(n => n.nodeType === 3 && n.textContent.trim());
              if (own && contrast(getComputedStyle(node).color, ground(node)) < 4.5) { found.push('text ' + node.textContent.slice(0, 40)); }
            });
            // Words lie on the last area that was drawn below them: the cell of a map, a band, or the page.
            document.querySelectorAll('.chart svg').forEach(svg => {
              let areas = [];
              svg.querySelectorAll('path, rect, polygon, text').forEach(node => {
                const style = getComputedStyle(node), box = node.getBoundingClientRect();
                if (node.tagName !== 'text') {
                  if (style.fill !== 'none' && parseFloat(style.fillOpacity) > 0.5) { areas.push([box, style.fill]); }
                  return;
                }
                const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
                const below = areas.filter(a => a[0].left <= x && x <= a[0].right && a[0].top <= y && y <= a[0].bottom).pop();
                if (contrast(style.fill, below ? below[1] : page) < 4.5) { found.push('label ' + node.textContent + ' ' + style.fill); }
              });
            });
            const quiet = ['#fff', '#ffffff', '#fffffe', '#f6f6f6', '#ccc', '#dcdcdc', '#e4e4e4', '#e0e6f1', 'none', 'transparent', null];
            document.querySelectorAll('.chart[data-drawn] svg :is(path, circle, polyline, polygon, line, rect)').forEach(node => {
              ['fill', 'stroke'].forEach(part => {
                const told = node.getAttribute(part);
                if (!told || !/^#/.test(told) || quiet.includes(told.toLowerCase())) { return; }
                const of = node.closest('.chart').id, maps = document.getElementById(of + '-data').textContent;
                if (/"renderItem":"cell"|"kind":"pairs"/.test(maps)) { return; }
                const colour = getComputedStyle(node)[part];
                if (contrast(colour, page) < 2.4) { found.push('mark ' + told + ' ' + colour + ' of ' + of); }
              });
            });
            return found;
            """;

    /** Words and marks of the page that can hardly be seen. */
    public List<?> faint() {
        return (List<?>) value(FAINT);
    }

    /**
     * What the page is shown on from now on.
     *
     * @param medium {@code screen} or {@code print}
     * @param scheme {@code light} or {@code dark}
     */
    public void shownOn(String medium, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** @param width of the window in pixels */
    public void open(String page, int width) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        driver.manage().window().setSize(new Dimension(width, 900));
        driver.get(page);
    }

    /** Runs a script in the page. */
    public void run(String script, Object... arguments) {
        driver.executeScript(script, arguments);
    }

    public long number(String script) {
        return ((Number) value(script)).longValue();
    }

    /** What a script of the page returns. */
    public Object value(String script, Object... arguments) {
        return Objects.requireNonNull(driver.executeScript(script, arguments));
    }

    /** Waits until a script of the page returns true. */
    public void await(String script) {
        new WebDriverWait(driver, Duration.ofSeconds(60), Duration.ofMillis(20))
                .until(page -> Boolean.TRUE.equals(driver.executeScript(script)));
    }

    /** What the browser wrote to its console since the last call. */
    public List<?> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
