package org.shiftbed.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page in a real browser, while a study runs. With {@code -Dshiftbed.shot=FOLDER} it leaves pictures there. */
@Tag("browser")
class ServeBrowserTest {
    private static final String EVIL = "<img src=x onerror=alert(1)>";

    @TempDir
    Path folder;

    private MadeStudy study;
    private StudyServer server;
    private ChromeDriver driver;

    @BeforeEach
    void aBrowserLooksAtAServer() throws IOException {
        study = new MadeStudy(folder.resolve("colours"), "colours " + EVIL, "CORAL");
        study.done(0, "0.75");
        study.fail(1, "killed " + EVIL, "a log line");
        study.running();
        study.begin(2);
        study.append(2, MadeStudy.line(100, "0.9", "0.5") + MadeStudy.line(150, "NaN", "0.55"));
        study.state(2, 120);
        MadeStudy other = new MadeStudy(folder.resolve("other"), "other", "CORAL");
        other.done(0, "0.5");
        server = StudyServer.start(new ServeSettings(folder, ServeSettings.LOOPBACK, 0, false, null));
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
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(
                                Path.of(System.getProperty("shiftbed.chromedriver", "/usr/bin/chromedriver"))
                                        .toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
        size(1280);
        driver.get(server.address());
    }

    @AfterEach
    void bothEnd() {
        if (driver != null) {
            driver.quit();
        }
        server.close();
    }

    private void size(int width) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1400, "deviceScaleFactor", 1, "mobile", false));
    }

    private void until(String script) {
        new WebDriverWait(driver, Duration.ofSeconds(30), Duration.ofMillis(50))
                .until(page -> Boolean.TRUE.equals(driver.executeScript("return " + script)));
    }

    private Object value(String script) {
        return Objects.requireNonNull(driver.executeScript("return " + script));
    }

    private void shot(String name) throws IOException {
        String wanted = System.getProperty("shiftbed.shot");
        if (wanted != null) {
            Files.write(Path.of(wanted).resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        }
    }

    @Test
    void curvesGrowAndTablesChangeWithoutAReload() throws IOException {
        driver.executeScript("window.stayed = true");
        // Loss, validation and test, two checkpoints each.
        until("document.querySelector('.chart[data-points=\"6\"] svg') !== null");
        until("document.body.innerText.includes('75.0 (1/2)')");
        shot("serve-light");
        study.append(2, MadeStudy.line(200, "0.4", "0.625"));
        study.state(2, 220);
        until("document.querySelector('.chart[data-points=\"9\"]') !== null");
        until("document.body.innerText.includes('220 of 300')");
        study.finish(2);
        until("document.body.innerText.includes('62.5 (1/2)')");
        until("document.querySelectorAll('.chart').length === 0");
        assertThat(value("window.stayed")).isEqualTo(true);
        // Names of others are texts: no element came of them, and nothing ran.
        assertThat(value("document.querySelectorAll('main img').length")).isEqualTo(0L);
        assertThat(value("document.body.innerText.includes('colours " + EVIL + "')"))
                .isEqualTo(true);
        assertThat(
                        value(
                                "performance.getEntriesByType('resource').filter(r => !r.name.startsWith(location.origin + '/api/')).length"))
                .isEqualTo(0L);
        List<?> complaints = driver.manage().logs().get(LogType.BROWSER).getAll();
        assertThat(complaints).isEmpty();
    }

    @Test
    void severalStudiesStandSideBySideAndTrialsAreFound() throws IOException {
        until("document.querySelectorAll('#all tbody tr').length === 2");
        until("document.querySelectorAll('.study').length === 1");
        driver.executeScript("document.querySelectorAll('#all input')[1].click()");
        until("document.querySelectorAll('.study').length === 2");
        driver.executeScript("document.querySelector('.study form button').click()");
        until("document.body.innerText.includes('4 found, 1 to 4')");
        driver.executeScript("document.querySelector('.study form ~ .scroll button').click()");
        until("document.body.innerText.includes('Hyperparameters: {\"lr\":0.001}')");
        driver.executeScript("Array.from(document.querySelectorAll('.study button'))"
                + ".filter(b => b.textContent === 'Every member of its search')[0].click()");
        until(
                "Array.from(document.querySelectorAll('.study caption')).some(c => c.textContent === 'Members of the search')");
        until("document.body.innerText.includes('val_id of every member of the search')");
        driver.executeScript("document.querySelectorAll('.study details').forEach(d => { d.open = true; })");
        until("document.body.innerText.includes('a log line')");
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
        until("getComputedStyle(document.body).backgroundColor === 'rgb(22, 24, 28)'");
        shot("serve-dark");
        size(390);
        until("document.documentElement.scrollWidth <= 390");
        shot("serve-phone");
    }

    @Test
    void everythingHasANameAndIsReachedByKeys() {
        until("document.querySelector('.chart svg') !== null");
        assertThat(value("document.querySelectorAll('h1').length")).isEqualTo(1L);
        assertThat(value("document.documentElement.lang")).isEqualTo("en");
        assertThat(
                        value(
                                "Array.from(document.querySelectorAll('.chart')).filter(c => !c.getAttribute('aria-label')).length"))
                .isEqualTo(0L);
        assertThat(
                        value(
                                "Array.from(document.querySelectorAll('input, select')).filter(n => !n.closest('label') && !n.getAttribute('aria-labelledby')).length"))
                .isEqualTo(0L);
        assertThat(
                        value(
                                "Array.from(document.querySelectorAll('progress')).filter(n => !n.getAttribute('aria-label')).length"))
                .isEqualTo(0L);
        assertThat(value("document.querySelectorAll('[role=status]').length")).isNotEqualTo(0L);
        assertThat(value("Array.from(document.querySelectorAll('.scroll')).every(n => n.tabIndex === 0)"))
                .isEqualTo(true);
    }
}
