package io.millrace.examples;

import static io.millrace.activity.Activities.bind;
import static io.millrace.activity.Activities.constant;
import static io.millrace.activity.Activities.send;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.sleep;
import static io.millrace.activity.Activities.unless;
import static io.millrace.activity.Activities.when;
import static io.millrace.activity.Activities.work;

import io.millrace.Millrace;
import io.millrace.ProcessProvider;
import io.millrace.activity.Activity;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Shape;
import java.time.Duration;
import java.util.Set;

/**
 * The treatment of strep throat, the example of the micro-workflow paper. A doctor examines the patient and, if the test is positive,
 * prescribes penicillin, or sulfa to those who are allergic; a nurse gives the instructions, checks after two days and again at the end.
 * While the doctor examines the patient, the process asks the medical records whether the patient is allergic: the answer is a future, and
 * only the choice of the drug waits for it.
 */
public final class StrepThroat implements ProcessProvider {
    /** The name of the process. */
    public static final String NAME = "strep-throat";

    private static final Duration UNTIL_CHECK = Duration.ofDays(2);
    private static final Duration AFTER_CHECK = Duration.ofDays(8);

    /** The application object that the process sends messages to. */
    public interface MedicalRecords {
        boolean isAllergic(String patient, String drug);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ActivityProcess process() {
        return ActivityProcess.named(
                        NAME,
                        sequence(
                                bind("records", "medical records"),
                                send("records", "isAllergic", "patient", constant("penicillin"))
                                        .result("allergic"),
                                work("examine")
                                        .role("doctor")
                                        .input("patient")
                                        .output(Shape.fields(Shape.field("strep", Shape.truth()))),
                                when("strep").then(treatment())))
                .input(Shape.fields(Shape.field("patient", Shape.text())))
                .attributes("drug");
    }

    private static Activity treatment() {
        return sequence(
                unless("allergic", work("prescribe penicillin").role("doctor").input("patient"), set("drug", "penicillin")),
                when("allergic").then(work("prescribe sulfa").role("doctor").input("patient"), set("drug", "sulfa")),
                work("instruct").role("nurse").input("patient", "drug"),
                when(slots -> slots.at("drug").text().equals("penicillin"))
                        .then(work("warn about allergic reactions").role("nurse").input("patient")),
                sleep(UNTIL_CHECK),
                work("check progress").role("nurse").input("patient", "drug").result("progress"),
                work("remind to continue").role("nurse").input("patient", "drug"),
                sleep(AFTER_CHECK),
                work("final check").role("nurse").input("patient").result("outcome"));
    }

    @Override
    public void equip(Millrace mill) {
        mill.bind("medical records", new PaperRecords(Set.of("Paula")));
        mill.participant("dr. jones", "doctor").participant("nina", "nurse");
    }

    /** Records in memory: the names of the allergic patients. */
    public record PaperRecords(Set<String> allergic) implements MedicalRecords {
        @Override
        public boolean isAllergic(String patient, String drug) {
            return allergic.contains(patient);
        }
    }
}
