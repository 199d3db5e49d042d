package org.shiftbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shiftbed.study.Curve;

class ChosenCoursesTest {
    /** What the methods report besides, in the order of their names. */
    @ParameterizedTest
    @CsvSource({
        "IRM, loss nll penalty, loss",
        "CAD, bn_loss clf_loss total_loss, total_loss",
        "ADRMX, loss_clf_fin loss_cnt_int loss_disc loss_total, loss_total",
        "DANN, disc_loss gen_loss, gen_loss",
        "SagNet, loss_adv loss_c loss_s, loss_c",
        "TRM, nll trm_loss, nll",
        "RDM, erm_loss matching_penalty total_loss update_count, total_loss",
        "PLUGIN, val_id other_loss, other_loss",
        "NONE, val_id penalty, ''",
    })
    void everyMethodHasALossToDraw(String method, String reported, String drawn) {
        List<Curve> curves = List.of(reported.split(" ")).stream()
                .map(name -> new Curve("t", "d", "none", "", method, "all", 0, 0, name, List.of(0), List.of(1.0)))
                .toList();
        assertThat(ChosenCourses.loss(curves).map(Curve::quantity).orElse("")).isEqualTo(drawn);
    }
}
