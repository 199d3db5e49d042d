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
