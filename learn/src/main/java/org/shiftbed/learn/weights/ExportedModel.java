package org.shiftbed.learn.weights;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shiftbed.base.CanonicalJson;

/**
 * The weights of a trained model as others read them: torchvision's names where torchvision has the network ({@code conv1.weight}, …,
 * {@code fc.weight}; {@code class_token}, …, {@code heads.head.weight}), else {@code featurizer.…} and {@code classifier.…}.
 *
 * @param contents what is written
 * @param leftOut entries of the training state that predicting does not need: discriminators, moving averages, counts
 */
public record ExportedModel(Safetensors.Contents contents, List<String> leftOut) {
    private static final String CLASSIFIER = "classifier.";

    public ExportedModel {
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Takes the model out of what a trial kept.
     *
     * @param kept a file of a trial's {@code weights/}: an algorithm's whole state
     * @param network registered name
     * @param trial id
     */
    public static ExportedModel of(Safetensors.Contents kept, String network, String trial) {
        boolean composed = !"own".equals(kept.metadata().get("prediction"));
        boolean linear = kept.tensors().containsKey(CLASSIFIER + "weight");
        Map<String, StoredTensor> tensors = new LinkedHashMap<>();
        List<String> leftOut = kept.tensors().keySet().stream()
                .filter(name -> composed && !name.startsWith("featurizer.") && !name.startsWith(CLASSIFIER))
                .toList();
        kept.tensors().forEach((name, tensor) -> {
            if (!composed) {
                tensors.put(name, tensor);
            } else if (!leftOut.contains(name)) {
                tensors.put(TorchNames.exported(name, network, linear), tensor);
            }
        });
        Map<String, String> metadata = new LinkedHashMap<>(kept.metadata());
        // The mark that PyTorch's readers look for.
        metadata.put("format", "pt");
        metadata.put("network", network);
        metadata.put("trial", trial);
        String labels = kept.metadata().get("labels");
        if (labels != null && CanonicalJson.parse(labels) instanceof List<?> names) {
            metadata.put("classes", Integer.toString(names.size()));
        }
        return new ExportedModel(new Safetensors.Contents(tensors, metadata), leftOut);
    }
}
