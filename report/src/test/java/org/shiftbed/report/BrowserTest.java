package org.shiftbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The page in a real browser. Binaries by the system properties {@code shiftbed.chromium} and {@code shiftbed.chromedriver}. */
@Tag("browser")
class BrowserTest {
    @TempDir
    static Path folder;

    private static ChromeDriver driver;
    private static String page;

    @BeforeAll
    static void browserIsOpen() throws IOException {
        SampleStudy.write(folder);
        Path file = StudyReport.read(folder, List.of()).write(folder.resolve("report"));
        page = file.toUri().toString();
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

    @AfterAll
    static void browserIsClosed() {
        if (driver != null) {
            driver.quit();
        }
    }

    @Test
    void chartsAreDrawnWithoutErrorsOrRequests() {
        open(1280);
        long charts = number("return document.querySelectorAll('.chart').length");
        assertThat(charts).isEqualTo(2 + 2 * 4);
        assertThat(number("return document.querySelectorAll('.chart[data-drawn] svg').length"))
                .isEqualTo(charts);
        // Each series of the accuracy chart has its dots: 4 methods at 4 shifts, drawn as shapes beside axes and bars.
        assertThat(number("return document.querySelectorAll('#chart-1 svg path, #chart-1 svg circle').length"))
                .isGreaterThan(16);
        assertThat(number("return performance.getEntriesByType('resource').length"))
                .isZero();
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll()).isEmpty();
    }

    @Test
    void nothingScrollsSidewaysOnAPhone() {
        open(390);
        assertThat(number("return window.innerWidth")).isEqualTo(390);
        assertThat(number("return document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        assertThat(
                        number(
                                "return Array.from(document.querySelectorAll('.chart svg')).filter(s => s.getBoundingClientRect().right > 391).length"))
                .isZero();
    }

    @Test
    void everyChartHasANameAndATableBesideIt() {
        open(1280);
        assertThat(
                        number(
                                "return Array.from(document.querySelectorAll('.chart')).filter(c => !c.getAttribute('aria-label')).length"))
                .isZero();
        assertThat(number("return document.querySelectorAll('h1').length")).isEqualTo(1);
        assertThat(number("return document.querySelectorAll('table').length")).isGreaterThan(4);
        assertThat(number("return Array.from(document.querySelectorAll('table')).filter(t => !t.caption).length"))
                .isZero();
    }

    private static void open(int width) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                java.util.Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        driver.manage().window().setSize(new Dimension(width, 900));
        driver.get(page);
    }

    private static long number(String script) {
        Object result = ((JavascriptExecutor) driver).executeScript(script);
        return ((Number) java.util.Objects.requireNonNull(result)).longValue();
    }
}
