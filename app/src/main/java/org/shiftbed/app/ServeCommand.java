package org.shiftbed.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.shiftbed.app.serve.ServeSettings;
import org.shiftbed.app.serve.StudyServer;
import org.shiftbed.base.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shiftbed serve DIR}: studies as they run, in a browser. */
@Command(
        name = "serve",
        description = {
            "Shows the studies of a folder in a browser, as they run: progress, curves, tables, failures with their logs.",
            "It only reads, and only this machine can look unless --host and --token say otherwise. Ctrl-C ends it."
        },
        footer = {
            "",
            "Examples:",
            "  shiftbed serve runs/quickstart",
            "  shiftbed serve runs --port 0",
            "  shiftbed serve runs --host 0.0.0.0 --token \"$(openssl rand -hex 16)\""
        })
final class ServeCommand implements Callable<Integer> {
    /** Taken where no port is asked for; another one where it is in use. */
    private static final int PORT = 7433;

    private final Surroundings here;

    @Parameters(paramLabel = "DIR", description = "The folder of a study, or one that holds several.")
    private Path folder;

    @Option(
            names = "--port",
            paramLabel = "N",
            description =
                    "Port to listen at; 0: any that is free. Default: 7433, or any that is free where that is taken.")
    private @Nullable Integer port;

    @Option(
            names = "--host",
            paramLabel = "H",
            description = "Address to listen at (default: 127.0.0.1). Another than this machine's own needs --token.")
    private @Nullable String host;

    @Option(
            names = "--token",
            paramLabel = "T",
            description = "What visitors must bring: open /?token=T once. At least 12 characters.")
    private @Nullable String token;

    @Option(names = "--read-only", description = "Write nothing. There is no other mode.")
    private boolean readOnly;

    ServeCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        ServeSettings settings = new ServeSettings(
                here.path(folder.toString()),
                host == null ? ServeSettings.LOOPBACK : host,
                port == null ? PORT : port,
                port == null,
                token);
        try (StudyServer server = start(settings)) {
            here.out()
                    .println("Serving " + folder + " at " + server.address() + (token == null ? "" : "?token=TOKEN")
                            + " (Ctrl-C ends it)");
            here.out().flush();
            waitForTheEnd(server);
        }
        return ExitCodes.DONE;
    }

    private static StudyServer start(ServeSettings settings) throws IOException {
        try {
            return StudyServer.start(settings);
        } catch (UserError e) {
            if (!settings.fallback()) {
                throw e;
            }
            return StudyServer.start(new ServeSettings(settings.folder(), settings.host(), 0, false, settings.token()));
        }
    }

    /**
     * Until the process is told to end (SIGTERM, Ctrl-C), which is how a server is meant to end: connections are closed and the exit code is 0. A hook cannot set the
     * code of a process that a signal ends, so it halts it.
     */
    private void waitForTheEnd(StudyServer server) {
        CountDownLatch end = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    server.close();
                    here.out().flush();
                    Runtime.getRuntime().halt(ExitCodes.DONE);
                },
                "end-server");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            end.await();
        } catch (InterruptedException e) {
            // Who runs commands in a thread of its own ends this one so.
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
