package org.shiftbed.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;

/** The server as its visitors meet it. */
class StudyServerTest {
    private static final String EVIL = "<script>alert(1)</script>";

    @TempDir
    Path temporary;

    private Path served;
    private Path secret;
    private MadeStudy study;
    private StudyServer server;
    private Visit visit;

    @BeforeEach
    void aServerRuns() throws IOException {
        served = Files.createDirectories(temporary.resolve("runs"));
        secret = Files.writeString(temporary.resolve("secret.txt"), "the secret");
        study = new MadeStudy(served.resolve("colours"), "colours " + EVIL, EVIL);
        study.done(0, "0.75");
        study.fail(1, "killed by <b>hand</b>", "a log <i>line</i>\n");
        study.running();
        study.begin(2);
        study.append(
                2, MadeStudy.line(100, "NaN", "0.5") + MadeStudy.line(200, "0.25", "0.625") + "{\"step\": 300, \"lo");
        study.state(2, 250);
        server = start(served, null);
        visit = new Visit(server);
        await().until(() -> Boolean.TRUE.equals(visit.studies().get(0).get("read")));
    }

    @AfterEach
    void theServerEnds() {
        server.close();
    }

    private static StudyServer start(Path folder, @Nullable String token) throws IOException {
        return StudyServer.start(new ServeSettings(folder, ServeSettings.LOOPBACK, 0, false, token));
    }

    @Test
    void aStudyIsToldAsItStands() {
        Map<?, ?> all = visit.study();
        assertThat(all.get("name")).isEqualTo("colours " + EVIL);
        assertThat(all.get("place")).isEqualTo("colours");
        assertThat(all.get("counts"))
                .hasToString("{diverged=0, done=1, failed=1, missing=0, planned=4, queued=1, refused=0, running=1}");
        assertThat(all.get("process")).isEqualTo(MadeStudy.OWNER);
        Map<?, ?> running =
                Visit.maps(Objects.requireNonNull(all.get("running"))).get(0);
        assertThat(running.get("step")).isEqualTo(250);
        assertThat(running.get("updates")).isEqualTo(300);
        Map<?, ?> failure =
                Visit.maps(Objects.requireNonNull(all.get("failures"))).get(0);
        assertThat(failure.get("cause")).isEqualTo("killed by <b>hand</b>");
        HttpResponse<String> log = visit.get("/api/studies/" + visit.id() + "/trials/bbbb/log");
        assertThat(log.body()).isEqualTo("a log <i>line</i>\n");
        assertThat(log.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(String.valueOf(all.get("tables"))).contains("75.0 (1/2)");
    }

    @Test
    void trialsAreFoundByWordsAndState() {
        String trials = "/api/studies/" + visit.id() + "/trials";
        assertThat(found(trials)).containsExactlyElementsOf(MadeStudy.TRIALS);
        assertThat(found(trials + "?state=failed")).containsExactly("bbbb");
        assertThat(found(trials + "?text=ERM")).containsExactly("aaaa", "bbbb");
        assertThat(found(trials + "?from=1&count=2")).containsExactly("bbbb", "cccc");
        assertThat(found(trials + "?from=-1&count=x")).containsExactlyElementsOf(MadeStudy.TRIALS);
        Map<String, Object> one =
                CanonicalJson.parseObject(visit.get(trials + "/aaaa").body());
        assertThat(one.get("hparams")).isEqualTo("{\"lr\":0.001}");
        Map<?, ?> loss = Visit.maps(Objects.requireNonNull(one.get("curves"))).get(0);
        assertThat(loss.get("steps")).isEqualTo(List.of(100, 200));
        assertThat(loss.get("values")).isEqualTo(List.of(0.5, 0.25));
    }

    /** Both members, whichever of them is asked by; the rule took the better one. */
    @Test
    void aSearchIsToldWithEveryMember() throws IOException {
        Path folder = served.resolve("searched");
        MadeStudy searched = new MadeStudy(folder, "searched", 2);
        searched.done(0, "0.5");
        searched.done(1, "0.75");
        searched.done(2, "0.25");
        await().until(() -> visit.studies().stream().anyMatch(one -> "searched".equals(one.get("name"))));
        String trials = "/api/studies/" + visit.id("searched") + "/trials/";
        for (String asked : List.of("aaaa", "bbbb")) {
            List<Map<?, ?>> members = Visit.maps(Objects.requireNonNull(CanonicalJson.parseObject(
                            visit.get(trials + asked + "/search").body())
                    .get("members")));
            assertThat(each(members, "trial")).containsExactly("aaaa", "bbbb");
            assertThat(each(members, "member")).containsExactly(0, 1);
            assertThat(each(members, "chosen")).containsExactly(List.of(), List.of("id at step 100"));
            assertThat(each(members, "hparams")).containsExactly("{\"lr\":0.001}", "{\"lr\":0.002}");
            assertThat(String.valueOf(members.get(0).get("curves"))).contains("[0.5, 0.5]");
        }
        assertThat(visit.get(trials + "zzzz/search").statusCode()).isEqualTo(404);
    }

    @Test
    void comparisonsOfMethodsStandBelowTheTablesAndFollowThem() throws IOException {
        await().until(() -> String.valueOf(visit.study().get("tables")).contains("over pairs of runs"));
        assertThat(String.valueOf(visit.study().get("tables"))).contains("0/2", "insufficient evidence");
        study.append(2, "ss\": 0.125}\n");
        study.finish(2);
        // ERM has 75.0 at seed 0, the other method 62.5 there.
        await().until(() -> String.valueOf(visit.study().get("tables")).contains("\u221212.5, \u2013, 1/2"));
    }

    private static List<Object> each(List<Map<?, ?>> maps, String field) {
        return maps.stream()
                .<Object>map(one -> Objects.requireNonNull(one.get(field)))
                .toList();
    }

    private List<String> found(String path) {
        Map<String, Object> json = CanonicalJson.parseObject(visit.get(path).body());
        return Visit.maps(Objects.requireNonNull(json.get("trials"))).stream()
                .map(trial -> String.valueOf(trial.get("trial")))
                .toList();
    }

    @Test
    void anEventTellsOfEachNewCheckpointAndEachTrialThatEnds() throws IOException {
        Visit.Events events = visit.events();
        // A NaN is a gap, and a line that is half written is not there yet.
        await().until(() -> events.told("\"quantity\":\"loss\",\"steps\":[100,200],\"values\":[null,0.25]"));
        study.append(2, "ss\": 0.125}\n");
        await().until(() -> events.told("\"steps\":[100,200,300],\"values\":[null,0.25,0.125]"));
        study.finish(2);
        await().until(() -> events.told("\"done\":2"));
        await().until(() -> String.valueOf(visit.study().get("tables")).contains("62.5 (1/2)"));
        assertThat(events.end()).isNotDone();
        server.close();
        await().until(() -> events.end().isDone());
    }

    @Test
    void everyAnswerForbidsWhatItDoesNotNeed() {
        HttpResponse<String> page = visit.get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'; script-src 'sha256-")
                .contains("connect-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("http", "*", "script-src 'unsafe");
        assertThat(page.body()).doesNotContain("src=\"http", "href=\"http", "alert(1)");
        for (String path : List.of("/", "/api/studies", "/api/studies/" + visit.id(), "/nowhere")) {
            HttpResponse<String> answer = visit.get(path);
            assertThat(answer.headers().firstValue("X-Content-Type-Options"))
                    .as(path)
                    .contains("nosniff");
            assertThat(answer.headers().firstValue("X-Frame-Options")).as(path).contains("DENY");
            assertThat(answer.headers().firstValue("Cache-Control")).as(path).contains("no-store");
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .contains("default-src 'none'");
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
        // Texts of others leave as JSON or as plain text, which no browser runs.
        assertThat(visit.get("/api/studies")
                        .headers()
                        .firstValue("Content-Type")
                        .orElse(""))
                .startsWith("application/json");
    }

    @Test
    void noPathLeadsOutside() throws IOException {
        String id = visit.id();
        for (String target : List.of(
                "/../secret.txt",
                "/../../secret.txt",
                "/%2e%2e/secret.txt",
                "/%2e%2e%2fsecret.txt",
                "/..%2fsecret.txt",
                "/..%5csecret.txt",
                "/%252e%252e/secret.txt",
                "/..;/secret.txt",
                "//etc/passwd",
                secret.toString(),
                "/" + secret,
                "file://" + secret,
                "/api/studies/../../secret.txt",
                "/api/studies/%2e%2e%2f%2e%2e%2fsecret.txt",
                "/api/studies/" + id + "/trials/../../../secret.txt",
                "/api/studies/" + id + "/trials/..%2f..%2f..%2fsecret.txt/log",
                "/api/studies/" + id + "/trials/%2e%2e/log",
                "/pages/" + id + "/..%2f..%2fsecret.txt",
                "/pages/" + id + "/%2e%2e%2f%2e%2e%2fsecret.txt",
                "/pages/" + id + "/" + secret.toString().replace("/", "%2f"),
                "/pages/..%2f..%2f/secret.txt",
                "/page\0s",
                "/" + "a".repeat(20_000))) {
            String answer = visit.raw(target, "localhost");
            assertThat(answer).as(target).doesNotContain("the secret", "root:", "HTTP/1.1 200", "HTTP/1.1 500");
        }
        assertThat(visit.get("/").statusCode()).isEqualTo(200);
    }

    @Test
    void linksThatLeadOutsideAreNotFollowed() throws IOException {
        MadeStudy outside = new MadeStudy(temporary.resolve("outside"), "outside", "CORAL");
        outside.done(0, "0.5");
        Files.writeString(outside.folder().resolve("trials/aaaa/log.txt"), "the secret");
        Files.createSymbolicLink(served.resolve("linked"), outside.folder());
        Files.createDirectories(study.folder().resolve("report"));
        Files.createSymbolicLink(study.folder().resolve("report/report.html"), secret);
        Files.createSymbolicLink(study.folder().resolve("audit"), temporary);
        Files.writeString(temporary.resolve("audit.html"), "the secret");
        Files.createSymbolicLink(study.folder().resolve("trials/aaaa/log.txt"), secret);
        Files.createSymbolicLink(
                study.folder().resolve("trials/dddd"), outside.folder().resolve("trials/aaaa"));
        // Two searches from here on the links would be known.
        new MadeStudy(served.resolve("later"), "later", "CORAL");
        await().until(() -> visit.studies().size() == 2);
        assertThat(visit.studies()).extracting(one -> (Object) one.get("place")).containsExactly("colours", "later");
        assertThat((List<?>) visit.study().get("pages")).isEmpty();
        for (String trial : List.of("aaaa", "dddd")) {
            HttpResponse<String> log = visit.get("/api/studies/" + visit.id() + "/trials/" + trial + "/log");
            assertThat(log.statusCode()).isEqualTo(404);
            assertThat(log.body()).doesNotContain("secret");
        }
    }

    @Test
    void pagesOfReportsAndAuditsOpenInABoxOfTheirOwn() throws IOException {
        for (String place : List.of("report/report.html", "audits/first/audit.html", "audit/audit.html")) {
            Path file = study.folder().resolve(place);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, "<p>page of " + place);
        }
        List<Map<?, ?>> pages = Visit.maps(Objects.requireNonNull(visit.study().get("pages")));
        assertThat(pages)
                .extracting(page -> (Object) page.get("place"))
                .containsExactlyInAnyOrder("report/report.html", "audits/first/audit.html", "audit/audit.html");
        for (Map<?, ?> page : pages) {
            HttpResponse<String> answer = visit.get("/pages/" + visit.id() + "/" + page.get("id"));
            assertThat(answer.body()).isEqualTo("<p>page of " + page.get("place"));
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("sandbox allow-scripts")
                    .doesNotContain("allow-same-origin");
        }
    }

    @Test
    void nothingIsWrittenWhateverIsAsked() throws IOException {
        Map<String, String> before = files();
        Visit.Events events = visit.events();
        await().until(() -> events.told("overview"));
        String id = visit.id();
        for (String path : List.of(
                "/",
                "/api/studies",
                "/api/studies/" + id,
                "/api/studies/" + id + "/trials",
                "/api/studies/" + id + "/trials/aaaa",
                "/api/studies/" + id + "/trials/bbbb/log")) {
            assertThat(visit.get(path).statusCode()).as(path).isEqualTo(200);
        }
        server.close();
        assertThat(files()).isEqualTo(before);
    }

    /** Every file and folder with its size and time. */
    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(served)) {
            for (Path path : all.toList()) {
                files.put(path.toString(), Files.size(path) + " " + Files.getLastModifiedTime(path));
            }
        }
        return files;
    }

    @Test
    void aPageOfElsewhereThatWasLedHereIsSentAway() throws IOException {
        for (String host :
                List.of("evil.example", "evil.example:" + server.port(), "localhost.evil.example", "127.0.0.1.evil")) {
            assertThat(visit.raw("/api/studies", host))
                    .startsWith("HTTP/1.1 421")
                    .doesNotContain("colours");
        }
        for (String host : List.of("localhost", "LOCALHOST:1", "127.0.0.1:" + server.port(), "[::1]:80")) {
            assertThat(visit.raw("/api/studies", host)).as(host).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void aTokenIsAskedForEverywhere() throws IOException {
        try (StudyServer guarded = start(served, "correct horse battery")) {
            Visit visitor = new Visit(guarded);
            for (String path : List.of(
                    "/",
                    "/api/studies",
                    "/api/events",
                    "/?token=wrong",
                    "/api/studies?token=correct%20horse%20battery")) {
                assertThat(visitor.get(path).statusCode()).as(path).isEqualTo(401);
            }
            assertThat(visitor.get("/api/studies", "Authorization", "Bearer correct horse battery")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(visitor.get("/api/studies", "Authorization", "Bearer correct horse batter")
                            .statusCode())
                    .isEqualTo(401);
        }
        try (StudyServer guarded = start(served, "0123456789abcdef")) {
            Visit visitor = new Visit(guarded);
            HttpResponse<String> first = visitor.get("/?token=0123456789abcdef");
            assertThat(first.statusCode()).isEqualTo(302);
            String cookie = first.headers().firstValue("Set-Cookie").orElse("");
            assertThat(cookie).contains("HttpOnly", "SameSite=Strict");
            assertThat(visitor.get("/", "Cookie", cookie.substring(0, cookie.indexOf(';')))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aStudyThatCannotBeReadSaysWhyAndComesBack() throws IOException {
        Path plan = study.folder().resolve("plan.json");
        String whole = Files.readString(plan);
        Files.writeString(plan, whole.substring(0, 100));
        await().until(() ->
                String.valueOf(visit.studies().get(0).get("mistake")).contains("plan.json"));
        assertThat(visit.get("/").statusCode()).isEqualTo(200);
        Files.writeString(plan, whole);
        await().until(() -> "".equals(visit.studies().get(0).get("mistake")));
    }

    @Test
    void whatCannotBeServedIsRefusedInOneLine() throws IOException {
        assertThatThrownBy(() -> new ServeSettings(served, "0.0.0.0", 0, false, null))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("--token")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> new ServeSettings(served, "0.0.0.0", 0, false, "short"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("12 characters");
        assertThatThrownBy(() -> new ServeSettings(secret, ServeSettings.LOOPBACK, 0, false, null))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("no folder");
        assertThatThrownBy(() -> new ServeSettings(served, ServeSettings.LOOPBACK, 65_536, false, null))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("65535");
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName(ServeSettings.LOOPBACK))) {
            assertThatThrownBy(() -> StudyServer.start(
                            new ServeSettings(served, ServeSettings.LOOPBACK, taken.getLocalPort(), false, null)))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("--port");
        }
    }
}
