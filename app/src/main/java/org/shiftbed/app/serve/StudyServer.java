package org.shiftbed.app.serve;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shiftbed.base.CanonicalJson;
import org.shiftbed.base.UserError;
import org.shiftbed.report.StudyReport;
import org.shiftbed.study.StudyFolder;
import org.shiftbed.study.StudyResults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the studies of a folder to browsers of this machine: what there is, as JSON, and what changes, as events. It only reads; every address holds ids that
 * the server made or that a plan names, never a path.
 */
public final class StudyServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StudyServer.class);
    private static final long PERIOD_MILLIS = 1000;
    private static final int SIGNS_OF_LIFE = 15;
    private static final int SEARCH_EVERY = 5;
    private static final int LOG_BYTES = 64 << 10;
    private static final int MOST_TRIALS = 200;
    private static final String COOKIE = "shiftbed-token";
    private static final String BEARER = "Bearer ";

    private final ServeSettings settings;
    private final Guard guard;
    private final ServePage page = new ServePage();
    private final FoundStudies found;
    private final Visitors visitors = new Visitors();
    private final Map<String, LiveStudy> studies = new ConcurrentHashMap<>();
    /** What was last told of each study's running trials, and of all studies. */
    private final Map<String, Map<String, LiveCourses.Running>> told = new ConcurrentHashMap<>();

    private volatile List<String> order = List.of();
    private volatile String overview = "[]";
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "watch-studies");
        thread.setDaemon(true);
        return thread;
    });
    private final Javalin http;
    private long looks;

    private StudyServer(ServeSettings settings) throws IOException {
        this.settings = settings;
        this.guard = new Guard(settings);
        this.found = new FoundStudies(settings.folder());
        this.http = Javalin.create(this::configure);
    }

    /**
     * Starts to listen and to watch.
     *
     * @throws UserError where the address or the port cannot be had
     */
    public static StudyServer start(ServeSettings settings) throws IOException {
        StudyServer server = new StudyServer(settings);
        try {
            server.listen();
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        server.search();
        server.tell();
        server.watch.scheduleWithFixedDelay(server::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return server;
    }

    private void listen() {
        try {
            http.start(settings.host(), settings.port());
        } catch (RuntimeException e) {
            if (!taken(e)) {
                throw e;
            }
            throw new UserError(
                    "--port: " + settings.host() + ":" + settings.port()
                            + " cannot be listened at (taken by another program, or not an address of this machine); give another, or 0 for"
                            + " any that is free",
                    e);
        }
    }

    /** Whether a failed start is about the address. */
    static boolean taken(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException
                    || String.valueOf(cause.getMessage()).contains("Port already in use")) {
                return true;
            }
        }
        return false;
    }

    /** The port it listens at. */
    public int port() {
        return http.port();
    }

    /** Where a browser finds it; of a server with a token, that has to be added. */
    public String address() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return "http://" + host + ":" + port() + "/";
    }

    /** How many listen to events. */
    public int listeners() {
        return visitors.count();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.maxRequestSize = 1;
        // Events go on as long as somebody listens.
        config.http.asyncTimeout = 0;
        config.routes.before(this::admit);
        config.routes.get("/", this::index);
        config.routes.get("/api/studies", context -> json(context, overview));
        config.routes.get(
                "/api/studies/{study}",
                context ->
                        study(context).ifPresent(study -> json(context, CanonicalJson.text(StudyJson.study(study)))));
        config.routes.get("/api/studies/{study}/trials", this::trials);
        config.routes.get(
                "/api/studies/{study}/trials/{trial}",
                context -> study(context)
                        .flatMap(study -> trial(context, study))
                        .ifPresent(run -> json(context, CanonicalJson.text(StudyJson.trial(run)))));
        config.routes.get("/api/studies/{study}/trials/{trial}/search", this::search);
        config.routes.get("/api/studies/{study}/trials/{trial}/log", this::log);
        config.routes.get("/pages/{study}/{page}", this::written);
        config.routes.sse("/api/events", client -> {
            Visitors.Visitor visitor = visitors.add(client);
            visitor.send("overview", overview);
            studies.values().forEach(study -> {
                String courses = courses(study, Map.of());
                if (!courses.isEmpty()) {
                    visitor.send("courses", courses);
                }
            });
        });
    }

    private void admit(Context context) {
        context.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Referrer-Policy", "no-referrer");
        context.header("Cross-Origin-Resource-Policy", "same-origin");
        context.header("Cross-Origin-Opener-Policy", "same-origin");
        context.header("X-Frame-Options", "DENY");
        context.header("Cache-Control", "no-store");
        if (!guard.knows(context.header("Host"))) {
            refuse(context, HttpStatus.MISDIRECTED_REQUEST, "This server is not known by that name.");
            return;
        }
        String bearer = context.header("Authorization");
        String brought = bearer != null && bearer.startsWith(BEARER) ? bearer.substring(BEARER.length()) : null;
        String asked = context.path().equals("/") ? context.queryParam("token") : null;
        if (!guard.admits(brought, context.cookie(COOKIE), asked)) {
            refuse(context, HttpStatus.UNAUTHORIZED, "This server asks for a token: open /?token=TEXT once.");
        } else if (asked != null && guard.asks()) {
            // The token leaves the address, which browsers remember and show.
            context.header(
                    "Set-Cookie",
                    COOKIE + "=" + asked.replaceAll("[^!#-+\\--:<-\\[\\]-~]", "")
                            + "; HttpOnly; SameSite=Strict; Path=/");
            context.redirect("/");
            context.skipRemainingHandlers();
        }
    }

    private static void refuse(Context context, HttpStatus status, String words) {
        context.status(status).contentType("text/plain; charset=utf-8").result(words + "\n");
        context.skipRemainingHandlers();
    }

    private void index(Context context) {
        context.header("Content-Security-Policy", page.policy());
        context.contentType("text/html; charset=utf-8").result(page.html());
    }

    private static void json(Context context, String text) {
        context.contentType("application/json; charset=utf-8").result(text);
    }

    private Optional<LiveStudy> study(Context context) {
        LiveStudy study = studies.get(context.pathParam("study"));
        if (study == null) {
            refuse(context, HttpStatus.NOT_FOUND, "No such study.");
        }
        return Optional.ofNullable(study);
    }

    private static Optional<StudyResults.Run> trial(Context context, LiveStudy study) {
        StudyResults.Run run = study.state().trials().get(context.pathParam("trial"));
        if (run == null) {
            refuse(context, HttpStatus.NOT_FOUND, "No such trial.");
        }
        return Optional.ofNullable(run);
    }

    private void trials(Context context) {
        Optional<LiveStudy> study = study(context);
        if (study.isPresent()) {
            int from = number(context.queryParam("from"), 0);
            int count = Math.min(MOST_TRIALS, number(context.queryParam("count"), 50));
            String state = Optional.ofNullable(context.queryParam("state")).orElse("");
            String text = Optional.ofNullable(context.queryParam("text")).orElse("");
            json(context, CanonicalJson.text(StudyJson.trials(study.get(), state, text, from, count)));
        }
    }

    private void search(Context context) {
        study(context)
                .ifPresent(study -> trial(context, study).ifPresent(run -> {
                    StudyReport report = study.state().report();
                    if (report != null) {
                        json(context, CanonicalJson.text(SearchJson.search(report, run)));
                    }
                }));
    }

    private static int number(@Nullable String text, int standard) {
        return text != null && text.matches("[0-9]{1,8}") ? Integer.parseInt(text) : standard;
    }

    /** The end of what a worker wrote: of the running attempt, else of the last failed one, else of the finished trial. */
    private void log(Context context) throws IOException {
        Optional<LiveStudy> study = study(context);
        Optional<StudyResults.Run> run = study.flatMap(one -> trial(context, one));
        if (study.isEmpty() || run.isEmpty()) {
            return;
        }
        StudyFolder folder = new StudyFolder(study.get().found().folder());
        String id = run.get().trial().id();
        List<Path> places = new ArrayList<>(List.of(folder.trial(id)));
        places.addAll(StudyFolder.attempts(folder.failed(), id));
        places.addAll(StudyFolder.attempts(folder.running(), id));
        for (int i = places.size() - 1; i >= 0; i--) {
            Path log = places.get(i).resolve("log.txt");
            if (Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS) && found.holds(log)) {
                context.contentType("text/plain; charset=utf-8").result(tail(log));
                return;
            }
        }
        refuse(context, HttpStatus.NOT_FOUND, "This trial has no log.");
    }

    private static String tail(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long length = in.length();
            in.seek(Math.max(0, length - LOG_BYTES));
            byte[] bytes = new byte[(int) Math.min(LOG_BYTES, length)];
            int read = in.read(bytes);
            String text = new String(bytes, 0, Math.max(0, read), StandardCharsets.UTF_8);
            return length > LOG_BYTES ? "… (the last 64 kB)\n" + text : text;
        }
    }

    /** A page that a report or an audit wrote, in a box of its own: its scripts run, and reach nothing of this server. */
    private void written(Context context) throws IOException {
        Optional<LiveStudy> study = study(context);
        if (study.isPresent()) {
            Path file = study.get().pages().get(context.pathParam("page"));
            if (file == null || !found.holds(file)) {
                refuse(context, HttpStatus.NOT_FOUND, "No such page.");
                return;
            }
            context.header(
                    "Content-Security-Policy",
                    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
                            + " img-src data:; frame-ancestors 'none'");
            context.contentType("text/html; charset=utf-8").result(Files.readAllBytes(file));
        }
    }

    private void search() {
        Map<String, FoundStudies.Found> all = found.all();
        all.forEach((id, one) -> studies.computeIfAbsent(id, unused -> new LiveStudy(one, found)));
        studies.keySet().retainAll(all.keySet());
        order = List.copyOf(all.keySet());
    }

    /** Once a second, on the one thread that watches. */
    private void look() {
        try {
            if (looks % SEARCH_EVERY == 0) {
                search();
                tell();
            }
            for (String id : order) {
                LiveStudy study = studies.get(id);
                if (study != null) {
                    study.look(System.nanoTime());
                    tell();
                    String courses = courses(study, told.getOrDefault(id, Map.of()));
                    told.put(id, study.state().running());
                    if (!courses.isEmpty()) {
                        visitors.send("courses", courses);
                    }
                }
            }
            tell();
            if (looks++ % SIGNS_OF_LIFE == 0) {
                visitors.send("", "");
            }
        } catch (RuntimeException e) {
            // The next look may do better; a watcher that threw once would never be called again.
            LOG.warn("a look at the studies failed", e);
        }
    }

    private void tell() {
        List<Object> all = new ArrayList<>();
        for (String id : order) {
            LiveStudy study = studies.get(id);
            if (study != null) {
                all.add(StudyJson.overview(study));
            }
        }
        String now = CanonicalJson.text(all);
        if (!now.equals(overview)) {
            overview = now;
            visitors.send("overview", now);
        }
    }

    /** The courses of running trials that are not those of before; empty where nothing is new. */
    private static String courses(LiveStudy study, Map<String, LiveCourses.Running> before) {
        List<Object> changed = new ArrayList<>();
        study.state().running().forEach((attempt, running) -> {
            LiveCourses.Running earlier = before.get(attempt);
            if (!running.curves().isEmpty() && (earlier == null || earlier.curves() != running.curves())) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("attempt", attempt);
                one.put(
                        "curves",
                        running.curves().stream().map(LiveCourses::json).toList());
                changed.add(one);
            }
        });
        return changed.isEmpty()
                ? ""
                : CanonicalJson.text(Map.of("study", study.found().id(), "trials", changed));
    }

    /** Ends it: nobody is answered any more. */
    @Override
    public void close() {
        watch.shutdownNow();
        visitors.close();
        http.stop();
    }
}
