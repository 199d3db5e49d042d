package org.shiftbed.base.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.base.UserError;

class PluginsTest {
    private static final Greeting OURS = new Greeting() {
        @Override
        public String name() {
            return "ours";
        }

        @Override
        public String words() {
            return "good morning";
        }
    };

    @TempDir
    private Path folder;

    @Test
    void jarsAndFoldersOfJarsAreInUseUntilTheirUseIsClosed() throws IOException {
        Path one = TestPlugin.greeting(folder, "One", "one").jar("one.jar");
        Path more = Files.createDirectories(folder.resolve("more"));
        TestPlugin.greeting(more, "Two", "two").jar("two.jar");
        Files.writeString(more.resolve("notes.txt"), "not a jar");
        Plugins plugins = Plugins.read(one + File.pathSeparator + File.pathSeparator + more, Path::of);
        assertThat(greetings()).isEmpty();
        try (Plugins.Use use = plugins.use()) {
            assertThat(Plugins.current()).isSameAs(plugins);
            assertThat(greetings().keySet()).containsExactly("one", "two");
            Greeting two = Objects.requireNonNull(greetings().get("two"));
            assertThat(two.words()).isEqualTo("hello");
            assertThat(plugins.jarOf(two.getClass()).orElseThrow().name()).isEqualTo("two.jar");
            assertThat(plugins.jarOf(String.class)).isEmpty();
        }
        assertThat(greetings()).isEmpty();
        assertThat(Plugins.read(plugins.variable(), Path::of).jars()).isEqualTo(plugins.jars());
    }

    @Test
    void threadsThatAreStartedMeanwhileSeeThem() throws Exception {
        Plugins plugins = read(TestPlugin.greeting(folder, "One", "one").jar("one.jar"));
        try (Plugins.Use use = plugins.use()) {
            List<String> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
            Thread thread = new Thread(() -> seen.addAll(greetings().keySet()));
            thread.start();
            thread.join();
            assertThat(seen).containsExactly("one");
        }
    }

    @Test
    void hashIsThatOfTheBytesOfTheFile() throws IOException {
        // The zip without entries: its SHA-256 by sha256sum.
        byte[] empty = new byte[22];
        System.arraycopy("PK\5\6".getBytes(StandardCharsets.ISO_8859_1), 0, empty, 0, 4);
        Path jar = Files.write(folder.resolve("empty.jar"), empty);
        assertThat(read(jar).hashes())
                .isEqualTo(Map.of("empty.jar", "8739c76e681f900923b900c9df0ef75cf421d39cabb54650c4b9ad19b6a76d85"));
    }

    @Test
    void aPluginMayBringALibraryAsASecondJar() throws IOException {
        TestPlugin library = new TestPlugin(folder)
                .source("Words", "package lib; public class Words { public static String of() { return \"hi\"; } }");
        Path classes = library.classes();
        Path lib = library.jar("lib.jar", "lib");
        Path plugin = new TestPlugin(folder)
                .against(Path.of(System.getProperty("java.class.path") + File.pathSeparator + classes))
                .source("One", TestPlugin.greeting("One", "return \"one\";", "return lib.Words.of();"))
                .entry(TestPlugin.SERVICE, "# ours\n  example.One # the first\n\n")
                .jar("one.jar");
        try (Plugins.Use use =
                Plugins.read(plugin + File.pathSeparator + lib, Path::of).use()) {
            assertThat(Objects.requireNonNull(greetings().get("one")).words()).isEqualTo("hi");
        }
    }

    @Test
    void whatIsNotThereOrNoJarIsNamed() throws IOException {
        refused("SHIFTBED_PLUGINS: there is no jar or folder 'nowhere.jar'", "nowhere.jar");
        Path text = Files.writeString(folder.resolve("text.jar"), "no zip at all");
        refused("plugin text.jar: it is no jar that can be read (", text.toString());
        Path cut = TestPlugin.greeting(folder, "One", "one").jar("cut.jar");
        byte[] bytes = Files.readAllBytes(cut);
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        refused("plugin cut.jar: it is no jar that can be read (", cut.toString());
        Path broken =
                TestPlugin.pack(folder.resolve("broken.jar"), Map.of("example/One.class", new byte[] {1, 2, 3, 4, 5}));
        refused("plugin broken.jar: example/One.class is broken (no class file)", broken.toString());
    }

    @Test
    void twoJarsOfOneNameAreRefusedForTheManifestNamesThem() throws IOException {
        Path one = TestPlugin.greeting(folder.resolve("a"), "One", "one").jar("same.jar");
        Path two = TestPlugin.greeting(folder.resolve("b"), "Two", "two").jar("same.jar");
        refused("two plugins are called same.jar: ", one + File.pathSeparator + two);
        assertThat(Plugins.read(one + File.pathSeparator + one, Path::of).jars())
                .hasSize(1);
    }

    @Test
    void aJarForANewerJavaIsRefusedBeforeItsClassesAreLoaded() throws IOException {
        int here = Runtime.version().feature();
        Path jar = TestPlugin.greeting(folder, "One", "one").newer("newer.jar", 44 + here + 4);
        refused(
                "plugin newer.jar: example.One was compiled for Java " + (here + 4) + ", this is Java " + here
                        + "; compile it with `javac --release " + here + "`, or run Shiftbed with Java " + (here + 4),
                jar.toString());
    }

    @Test
    void aMethodThatThisVersionLacksIsFoundBeforeItIsCalled() throws IOException {
        Path other = new TestPlugin(folder)
                .source(
                        "Greeting",
                        "package org.shiftbed.base.plugin; public interface Greeting { String name(); String words();"
                                + " default int volume(long[] of) { return 1; } }")
                .classes();
        Path jar = new TestPlugin(folder)
                .against(other)
                .source("One", TestPlugin.greeting("One", "return \"one\";", "return \"\" + volume(new long[0]);"))
                .entry(TestPlugin.SERVICE, "example.One")
                .jar("old.jar");
        refused(
                "plugin old.jar: example.One does not fit this version of Shiftbed: example.One has no method"
                        + " volume([J)I; compile it against this version's lib/",
                jar.toString());
    }

    @Test
    void aMethodThatTheServiceGainedAndThePluginLacksIsNamed() throws IOException {
        Path other = new TestPlugin(folder)
                .source("Greeting", "package org.shiftbed.base.plugin; public interface Greeting { String name(); }")
                .classes();
        Path jar = new TestPlugin(folder)
                .against(other)
                .source(
                        "One",
                        TestPlugin.greeting("One", "return \"one\";", "").replace("public String words() {  }", ""))
                .entry(TestPlugin.SERVICE, "example.One")
                .jar("old.jar");
        refused("example.One does not fit this version of Shiftbed: it lacks the method words of", jar.toString());
    }

    @Test
    void aClassThatThisVersionLacksIsNamed() throws IOException {
        Path other = new TestPlugin(folder)
                .source(
                        "Greeting",
                        "package org.shiftbed.base.plugin; public interface Greeting { String name(); String words(); }")
                .source(
                        "Tone",
                        "package org.shiftbed.base.plugin; public class Tone { public static String loud() { return \"!\"; } }")
                .classes();
        Path jar = new TestPlugin(folder)
                .against(other)
                .source(
                        "One",
                        TestPlugin.greeting("One", "return \"one\";", "return org.shiftbed.base.plugin.Tone.loud();"))
                .entry(TestPlugin.SERVICE, "example.One")
                .jar("old.jar");
        refused(
                "there is no class org.shiftbed.base.plugin.Tone; compile it against this version's lib/",
                jar.toString());
    }

    @Test
    void aServiceFileThatRegistersNothingThatCanBeUsedIsRefused() throws IOException {
        services("org.shiftbed.base.plugin.Greting", "example.One", "there is no such service; docs/extending.md");
        services(Greeting.class.getName(), "example.Won", "names example.Won, which is not in the jar");
        services(Greeting.class.getName(), "java.lang.String", "which does not implement " + Greeting.class.getName());
        Path hidden = new TestPlugin(folder)
                .source(
                        "One",
                        TestPlugin.greeting("One", "return \"one\";", "return \"\";")
                                .replace("public class", "class"))
                .entry(TestPlugin.SERVICE, "example.One")
                .jar("hidden.jar");
        refused(
                "names example.One, which must be public, with a public constructor without parameters",
                hidden.toString());
    }

    @Test
    void aNameThatExistsIsRefusedWithBothPlaces() throws IOException {
        Path ours = TestPlugin.greeting(folder, "One", "ours").jar("one.jar");
        try (Plugins.Use use = read(ours).use()) {
            assertThatThrownBy(() -> Services.byName(Greeting.class, "greeting", Greeting::name, List.of(OURS)))
                    .isInstanceOf(UserError.class)
                    .hasMessage("plugin one.jar: greeting 'ours' exists already, in Shiftbed itself; give that of"
                            + " example.One another name");
        }
        Path two = TestPlugin.greeting(folder, "Two", "ours").jar("two.jar");
        try (Plugins.Use use =
                Plugins.read(ours + File.pathSeparator + two, Path::of).use()) {
            assertThatThrownBy(PluginsTest::greetings)
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("plugin two.jar: greeting 'ours' exists already, in plugin one.jar");
        }
    }

    @Test
    void aPluginThatCannotSayItsNameIsNamed() throws IOException {
        Path jar = new TestPlugin(folder)
                .source("One", TestPlugin.greeting("One", "throw new IllegalStateException(\"no\");", "return \"\";"))
                .entry(TestPlugin.SERVICE, "example.One")
                .jar("mute.jar");
        try (Plugins.Use use = read(jar).use()) {
            assertThatThrownBy(PluginsTest::greetings)
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("plugin mute.jar: example.One does not tell its name");
        }
    }

    @Test
    void aFaultIsThePluginsWhereItsCodeIsFirstOnTheStack() throws IOException {
        Path jar = new TestPlugin(folder)
                .source(
                        "One",
                        TestPlugin.greeting("One", "return \"one\";", "return \"\" + java.util.List.of().get(3);"))
                .entry(TestPlugin.SERVICE, "example.One")
                .jar("fault.jar");
        try (Plugins.Use use = read(jar).use()) {
            Greeting one = Objects.requireNonNull(greetings().get("one"));
            try {
                one.words();
                throw new AssertionError("the plugin must fail");
            } catch (IndexOutOfBoundsException e) {
                assertThat(Plugins.current()
                                .blame(new IllegalStateException("step 3", e))
                                .orElseThrow())
                        .hasMessageStartingWith("plugin fault.jar: example.One.words: ")
                        .hasMessageContaining("IndexOutOfBoundsException: Index");
            }
            assertThat(Plugins.current().blame(new IllegalStateException("ours")))
                    .isEmpty();
        }
    }

    private void services(String service, String type, String expected) throws IOException {
        Path jar = new TestPlugin(folder)
                .source("One", TestPlugin.greeting("One", "return \"one\";", "return \"\";"))
                .entry("META-INF/services/" + service, type)
                .jar("services.jar");
        refused(expected, jar.toString());
    }

    private void refused(String expected, String variable) {
        assertThatThrownBy(() -> Plugins.read(variable, Path::of))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(expected)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    private static Plugins read(Path jar) {
        return Plugins.read(jar.toString(), Path::of);
    }

    private static TreeMap<String, Greeting> greetings() {
        return Services.byName(Greeting.class, "greeting", Greeting::name);
    }
}
