package org.shiftbed.learn.weights;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shiftbed.base.CanonicalJson;

/**
 * The weights of a trained model as others read them: torchvision's names where torchvision has the network ({@code conv1.weight}, …,
 * {@code fc.weight}; {@code class_token}, …, {@code heads.head.weight}), else {@code featurizer.…} and {@code classifier.…}.
 *
 * @param contents what is written
 * @param leftOut entries of the training state that predicting does not need: discriminators, moving averages, counts
 */
public record ExportedModel(Safetensors.Contents contents, List<String> leftOut) {
    private static final String FEATURIZER = "featurizer";
    private static final String CLASSIFIER = "classifier";

    public ExportedModel {
        leftOut = List.copyOf(leftOut);
    }

    /** What was left out, one name a network with the number of its entries: {@code discriminator (10)}. */
    public List<String> leftOutByNetwork() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        leftOut.forEach(name -> counts.merge(name.split("\\.", 2)[0], 1, Integer::sum));
        List<String> words = new ArrayList<>();
        counts.forEach((name, count) -> words.add(leftOut.contains(name) ? name : name + " (" + count + ")"));
        return words;
    }

    /**
     * Takes the model out of what a trial kept.
     *
     * @param kept a file of a trial's {@code weights/}: an algorithm's whole state; what its metadata do not say is as in most algorithms
     * @param network registered name
     * @param trial id
     */
    public static ExportedModel of(Safetensors.Contents kept, String network, String trial) {
        Map<String, String> metadata = new LinkedHashMap<>(kept.metadata());
        boolean own = "own".equals(metadata.get("prediction"));
        String featurizer = Objects.requireNonNullElse(metadata.remove(FEATURIZER), FEATURIZER) + ".";
        String classifier = Objects.requireNonNullElse(metadata.remove(CLASSIFIER), CLASSIFIER) + ".";
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        List<String> leftOut = new ArrayList<>();
        kept.tensors().forEach((name, tensor) -> {
            if (own) {
                tensors.put(name, tensor);
            } else if (name.startsWith(featurizer)) {
                String ours = FEATURIZER + "." + name.substring(featurizer.length());
                tensors.put(TorchNames.exported(ours, network), tensor);
            } else if (name.startsWith(classifier)) {
                String ours = CLASSIFIER + "." + name.substring(classifier.length());
                tensors.put(TorchNames.exported(ours, network), tensor);
            } else {
                leftOut.add(name);
            }
        });
        // The mark that PyTorch's readers look for.
        metadata.put("format", "pt");
        metadata.put("network", network);
        metadata.put("trial", trial);
        String labels = metadata.get("labels");
        if (labels != null && CanonicalJson.parse(labels) instanceof List<?> names) {
            metadata.put("classes", Integer.toString(names.size()));
        }
        return new ExportedModel(new Safetensors.Contents(tensors, metadata), leftOut);
    }
}
