package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Says what events of a pool of agents mean: who is there, who is idle, who is qualified for what. */
final class PoolChronicle {
    private static final String AGENT = "agent";
    /** What the case calls assigned, as its pool sees it. */
    private static final String ENGAGED = "engaged";
    private static final String ABSENT = "absent";
    private static final String QUALIFIED = "qualified";
    private static final Data ANY = Data.of("any");

    private PoolChronicle() {}

    /** Whether it is an event of a pool that has a meaning of its own. */
    static boolean tell(String kind, Data detail, Moment moment, Diary diary) {
        switch (kind) {
            case "PoolDefined" -> defined(detail, moment, diary);
            case "AgentAdded" -> {
                added(detail, moment, diary);
                qualified(detail, moment, diary);
            }
            case "AgentRemoved" -> removed(detail.at("agent"), moment, diary);
            case "AgentPresent" -> present(detail.at("agent"), detail.at("present").truth(), moment, diary);
            case "AgentAssigned" -> {
                Data agent = detail.at("agent");
                diary.happened(moment, Said.whole("engage", agent, detail.at("task"), work(detail)), 0);
                diary.terminates(moment, Said.whole(Fluents.IDLE, agent), 0);
                diary.initiates(moment, Said.whole(ENGAGED, agent, detail.at("task"), work(detail)), 0);
            }
            case "AgentReleased" -> {
                Data agent = detail.at("agent");
                diary.happened(moment, Said.whole("disengage", agent, detail.at("task"), work(detail)), 0);
                diary.terminates(moment, Said.whole(ENGAGED, agent, detail.at("task"), work(detail)), 0);
                idle(agent, moment, diary);
                gone(agent, moment, diary);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static Data work(Data detail) {
        return Subject.named(CaseId.parse(detail.at("case").text()));
    }

    private static void defined(Data detail, Moment moment, Diary diary) {
        diary.happened(moment, Said.whole("define_pool", detail.at("pool")), 0);
        Set<Data> named = new LinkedHashSet<>();
        Set<Said> qualifications = new LinkedHashSet<>();
        for (Data agent : detail.at("agents").asList()) {
            named.add(agent.at("agent"));
            qualifications(agent, qualifications);
        }
        // In an order that does not depend on when the diary was read from its rows.
        diary.firstArguments(AGENT).stream()
                .filter(agent -> !named.contains(agent))
                .sorted(Comparator.comparing(Data::text))
                .toList()
                .forEach(agent -> removed(agent, moment, diary));
        detail.at("agents").asList().forEach(agent -> added(agent, moment, diary));
        diary.keepOnly(moment, QUALIFIED, qualifications);
    }

    private static void added(Data agent, Moment moment, Diary diary) {
        Data name = agent.at("agent");
        if (!diary.holds(Said.whole(AGENT, name))) {
            diary.happened(moment, Said.whole("free_agent", name), 0);
            diary.initiates(moment, Said.whole(AGENT, name), 0);
            idle(name, moment, diary);
        }
    }

    private static void qualified(Data agent, Moment moment, Diary diary) {
        Set<Said> qualifications = new LinkedHashSet<>();
        qualifications(agent, qualifications);
        diary.keepOnly(moment, QUALIFIED, agent.at(AGENT), qualifications);
    }

    private static void qualifications(Data agent, Set<Said> into) {
        for (Data each : agent.at("qualified").asList()) {
            Data task = each.at("task").text().isEmpty() ? ANY : each.at("task");
            into.add(Said.whole(QUALIFIED, agent.at("agent"), task, each.at("cost")));
        }
    }

    private static void removed(Data agent, Moment moment, Diary diary) {
        diary.happened(moment, Said.whole("remove_agent", agent), 0);
        diary.terminates(moment, Said.whole(AGENT, agent), 0);
        diary.terminates(moment, Said.whole(Fluents.IDLE, agent), 0);
        diary.keepOnly(moment, QUALIFIED, agent, Set.of());
        gone(agent, moment, diary);
    }

    /** Whoever is out of the pool and has nothing to finish is not away: who comes back is there. */
    private static void gone(Data agent, Moment moment, Diary diary) {
        if (!diary.holds(Said.whole(AGENT, agent)) && !diary.firstArguments(ENGAGED).contains(agent)) {
            diary.terminates(moment, Said.whole(ABSENT, agent), 0);
        }
    }

    private static void present(Data agent, boolean present, Moment moment, Diary diary) {
        diary.happened(moment, Said.whole(present ? "present" : ABSENT, agent), 0);
        if (present) {
            diary.terminates(moment, Said.whole(ABSENT, agent), 0);
            idle(agent, moment, diary);
        } else {
            diary.initiates(moment, Said.whole(ABSENT, agent), 0);
            diary.terminates(moment, Said.whole(Fluents.IDLE, agent), 0);
        }
    }

    /** An agent that is there and has nothing to do is idle. */
    private static void idle(Data agent, Moment moment, Diary diary) {
        if (diary.holds(Said.whole(AGENT, agent))
                && !diary.holds(Said.whole(ABSENT, agent))
                && !diary.firstArguments(ENGAGED).contains(agent)) {
            diary.initiates(moment, Said.whole(Fluents.IDLE, agent), 0);
        }
    }
}
