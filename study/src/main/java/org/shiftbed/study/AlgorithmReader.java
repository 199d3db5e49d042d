package org.shiftbed.study;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shiftbed.base.UserError;
import org.shiftbed.base.file.Source;
import org.shiftbed.learn.Protocol;
import org.shiftbed.learn.algorithm.AlgorithmFactory;

/** Makes the methods of a study of checked values. */
record AlgorithmReader(Source source, Registry registry, Protocol protocol) {

    /** @param written what stands under {@code algorithms}, checked */
    List<AlgorithmSpec> read(List<?> written) {
        List<AlgorithmSpec> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < written.size(); i++) {
            Map.Entry<String, Map<String, Object>> entry = StudyReader.single(written.get(i));
            AlgorithmFactory.Info info = registry.algorithm(entry.getKey()).info();
            Map<String, Object> given = new LinkedHashMap<>(entry.getValue());
            String own = TrialJson.lower(protocol);
            String standard = info.forms().contains(own) ? own : info.forms().get(0);
            String form = given.remove("form") instanceof String chosen ? chosen : standard;
            String title = given.remove("as") instanceof String chosen ? chosen : entry.getKey();
            String network = given.remove("network") instanceof String chosen ? chosen : null;
            int batch = given.remove("batch") instanceof Number rows ? rows.intValue() : 0;
            Map<String, List<Object>> lists = new TreeMap<>();
            given.forEach((name, value) ->
                    lists.put(name, value instanceof List<?> l ? new ArrayList<>(l) : List.of(value)));
            String path = StudyReader.path("algorithms", i, true);
            if (form.equals(AlgorithmFactory.AUTO_LR) && protocol != Protocol.DOMAINBED) {
                throw error(
                        path + "." + entry.getKey() + ".form",
                        "form " + form
                                + " belongs to protocol domainbed, this study is of protocol controlled; leave it"
                                + " out");
            }
            if (protocol == Protocol.DOMAINBED && form.equals(TrialJson.lower(Protocol.CONTROLLED))) {
                boolean both = info.forms().contains(own);
                throw error(
                        both ? path + "." + entry.getKey() + ".form" : path,
                        both
                                ? "form " + form
                                        + " belongs to protocol controlled, this study is of protocol domainbed;"
                                        + " leave it out"
                                : "algorithm '" + entry.getKey() + "' is one of protocol controlled, this study is of"
                                        + " protocol domainbed; leave it out, or write protocol: controlled");
            }
            if (protocol == Protocol.DOMAINBED && batch > 0) {
                throw error(
                        path + "." + entry.getKey() + ".batch",
                        "belongs to protocol controlled; under protocol domainbed each environment gives batch_size rows,"
                                + " a hyperparameter of the algorithm");
            }
            if (!seen.add(title + " " + form)) {
                throw error(
                        path,
                        (title.equals(entry.getKey()) ? "algorithm '" : "method '") + title + "' of form " + form
                                + " is named twice; give its hyperparameters as lists instead, or one of them another name"
                                + " with as");
            }
            all.add(new AlgorithmSpec(entry.getKey(), form, lists, path + "." + entry.getKey(), title, network, batch));
        }
        return all;
    }

    private UserError error(String path, String message) {
        return new UserError(source.place(path) + ": " + message);
    }
}
