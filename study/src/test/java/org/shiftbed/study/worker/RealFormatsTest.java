package org.shiftbed.study.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shiftbed.study.CheckpointRecord;
import org.shiftbed.study.Ending;
import org.shiftbed.study.Plan;
import org.shiftbed.study.PlannedTrial;
import org.shiftbed.study.RecordFile;
import org.shiftbed.study.StudyFile;
import org.shiftbed.study.TrialState;
import org.shiftbed.study.worker.TrialRunner.Job;

/** Studies on small files in the formats of the makers of data sets, from the file to records. */
@Timeout(300)
class RealFormatsTest {
    private static final String CONTROLLED = """
            study: real
            dataset: {%s: {side: 16}}
            shifts:
              - unseen: {attribute: %s}
            algorithms: [ERM]
            network: mlp
            search: {random: {draws: 1}}
            training: {steps: 3, batch: 4, checkpoint-every: 1}
            selection: [id, ood, oracle-best]
            """;
    private static final String DOMAINBED = """
            study: real
            protocol: domainbed
            dataset: {%s: {side: 16}}
            algorithms: [ERM]
            network: mlp
            search: {given: [{batch_size: 2}]}
            trials: 1
            test-environments: [[0]]
            training: {steps: 3, checkpoint-every: 1}
            """;

    @TempDir
    Path folder;

    private PlannedTrial.@Nullable Rows rows;

    /** Of the study that was trained last. */
    private PlannedTrial.Rows planned() {
        return Objects.requireNonNull(rows);
    }

    @Test
    void camelyon17() throws Exception {
        StringBuilder rows = new StringBuilder(",patient,node,x_coord,y_coord,tumor,slide,center,split\n");
        for (int i = 0; i < 40; i++) {
            int centre = i % 5;
            rows.append(String.format(
                    Locale.ROOT, "%d,%03d,4,%d,7,%d,%d,%d,%d%n", i, i, i, i / 5 % 2, centre, centre, i / 20));
            picture(String.format(
                    Locale.ROOT,
                    "camelyon17_v1.0/patches/patient_%03d_node_4/patch_patient_%03d_node_4_x_%d_y_7.png",
                    i,
                    i,
                    i));
        }
        Files.writeString(folder.resolve("camelyon17_v1.0/metadata.csv"), rows);
        assertThat(trained(String.format(CONTROLLED, "Camelyon17", "center")).extras())
                .containsKeys("val_id", "val_ood", "val_oracle_best", "test");
        // Hospital 1 validates, hospital 2 tests, the rest is split in two by the column.
        assertThat(planned().training()).isEqualTo(12);
        assertThat(planned().test()).isEqualTo(8);

        assertThat(trained(String.format(DOMAINBED, "WILDSCamelyon")).fields().keySet())
                .contains("env0_out_acc", "env4_out_acc")
                .doesNotContain("env5_out_acc");
    }

    @Test
    void iWildCam() throws Exception {
        StringBuilder rows = new StringBuilder("split,location_remapped,sequence_remapped,y,filename\n");
        List<String> splits = List.of("train", "train", "id_val", "val", "test", "id_test");
        for (int i = 0; i < 36; i++) {
            String split = splits.get(i % 6);
            int location = split.equals("val") ? 8 : split.equals("test") ? 9 : i % 2;
            rows.append(split + "," + location + "," + i + "," + i / 6 % 3 + "," + i + ".jpg\n");
            picture("iwildcam_v2.0/train/" + i + ".jpg");
        }
        Files.writeString(folder.resolve("iwildcam_v2.0/metadata.csv"), rows);
        assertThat(trained(String.format(CONTROLLED, "iWildCam", "location")).extras())
                .containsKeys("val_id", "val_ood", "val_oracle_best", "test");
        assertThat(planned().training()).isEqualTo(12);
        assertThat(planned().test()).isEqualTo(6);
    }

    @Test
    void fmow() throws Exception {
        StringBuilder rows = new StringBuilder("split,img_path,category,country_code\nseq,x,zoo,FRA\n");
        List<String> countries = List.of("FRA", "BOL", "XXX");
        for (int i = 1; i <= 36; i++) {
            rows.append("train,x," + (i / 3 % 2 == 0 ? "zoo" : "airport") + "," + countries.get(i % 3) + "\n");
            picture("fmow_v1.1/images/rgb_img_" + i + ".png");
        }
        Files.writeString(folder.resolve("fmow_v1.1/rgb_metadata.csv"), rows);
        Files.writeString(
                folder.resolve("fmow_v1.1/country_code_mapping.csv"),
                "name,alpha-3,region\n\"Bolivia, Plurinational State of\",BOL,Americas\nFrance,FRA,Europe\n");
        assertThat(trained(String.format(DOMAINBED, "WILDSFMoW")).fields().keySet())
                .contains("env0_in_acc", "env2_out_acc")
                .doesNotContain("env3_out_acc");
    }

    @Test
    void spawrious() throws Exception {
        for (String half : List.of("0", "1")) {
            for (String ground : List.of("beach", "desert", "dirt", "jungle", "mountain", "snow")) {
                for (String breed : List.of("bulldog", "corgi", "dachshund", "labrador")) {
                    for (int i = 0; i < 2; i++) {
                        picture("spawrious224/" + half + "/" + ground + "/" + breed + "/" + i + ".png");
                    }
                }
            }
        }
        assertThat(trained(String.format(DOMAINBED, "SpawriousO2O_easy"))
                        .fields()
                        .keySet())
                .contains("env0_in_acc", "env2_out_acc")
                .doesNotContain("env3_out_acc");
    }

    /** The last record of the first trial, trained in this process. */
    private CheckpointRecord trained(String study) throws Exception {
        Plan plan = Plan.of(StudyFile.parse(study, "real.yaml"), folder);
        assertThat(plan.refused()).extracting(PlannedTrial::refusal).isEmpty();
        PlannedTrial planned = plan.trials().get(0);
        rows = planned.rows();
        Path attempt = Files.createDirectories(folder.resolve("attempt-" + planned.id()));
        Job job = new Job(
                planned.id(),
                planned.trial().toJson(),
                attempt,
                Map.of("data_dir", folder.toString(), "evaluate", "full", "keep", "none"));
        assertThat(new TrainingRunner().run(job, done -> {})).isEqualTo(new Ending(TrialState.DONE, 2));
        List<CheckpointRecord> records = RecordFile.read(attempt).records();
        assertThat(records).extracting(CheckpointRecord::step).containsExactly(0, 1, 2);
        return records.get(2);
    }

    private void picture(String path) {
        Path file = folder.resolve(path);
        BufferedImage image = new BufferedImage(20, 20, BufferedImage.TYPE_INT_RGB);
        for (int at = 0; at < 400; at++) {
            image.setRGB(at % 20, at / 20, path.hashCode() + at * 0x010203 & 0xFFFFFF);
        }
        try {
            Files.createDirectories(file.getParent());
            ImageIO.write(image, path.endsWith("jpg") ? "jpg" : "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
