package org.shiftbed.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Source;

/** Makes the words that name settings differ where the settings do. */
final class Settings {
    private final Source source;

    Settings(Source source) {
        this.source = source;
    }

    /**
     * The same settings; where two of a kind have the same words, what they differ in is added.
     *
     * @throws UserError where two are the same in everything
     */
    List<Planner.PlannedSetting> distinct(List<Planner.PlannedSetting> settings) {
        Map<String, List<Planner.PlannedSetting>> byWords = new LinkedHashMap<>();
        for (Planner.PlannedSetting setting : settings) {
            byWords.computeIfAbsent(setting.spec().kind() + "\n" + setting.setting(), key -> new ArrayList<>())
                    .add(setting);
        }
        List<Planner.PlannedSetting> all = new ArrayList<>();
        for (Planner.PlannedSetting setting : settings) {
            List<Planner.PlannedSetting> alike =
                    byWords.getOrDefault(setting.spec().kind() + "\n" + setting.setting(), List.of());
            all.add(alike.size() == 1 ? setting : told(setting, alike));
        }
        return all;
    }

    private Planner.PlannedSetting told(Planner.PlannedSetting setting, List<Planner.PlannedSetting> alike) {
        TreeSet<String> differing = new TreeSet<>();
        for (Planner.PlannedSetting other : alike) {
            if (other == setting) {
                continue;
            }
            Map<String, Object> mine = setting.shift().parameters();
            Map<String, Object> its = other.shift().parameters();
            TreeSet<String> names = new TreeSet<>(mine.keySet());
            names.addAll(its.keySet());
            names.removeIf(name -> Objects.equals(mine.get(name), its.get(name)));
            if (names.isEmpty()) {
                throw new UserError(source.place(other.spec().path()) + ": is the same shift as "
                        + setting.spec().path() + "; keep one of them");
            }
            differing.addAll(names);
        }
        List<String> words = new ArrayList<>();
        if (!setting.setting().isEmpty()) {
            words.add(setting.setting());
        }
        for (String name : differing) {
            Object value = setting.shift().parameters().get(name);
            words.add(name + " " + (value == null ? "none" : value));
        }
        return new Planner.PlannedSetting(
                setting.spec(),
                String.join(", ", words),
                setting.label(),
                setting.shift(),
                setting.split(),
                setting.held());
    }
}
