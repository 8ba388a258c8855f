package io.millrace.examples.shop;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.work.WorkItem;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Orders and the clerks' work over HTTP. */
@RestController
@RequestMapping("/orders")
class Orders {
    record NewOrder(String customer, int amount) {}

    record Shown(String id, String status) {}

    record Todo(String id, String task) {}

    private final Millrace mill;

    Orders(Millrace mill) {
        this.mill = mill;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Shown order(@RequestBody NewOrder order) {
        return shown(mill.start("order", Data.of(order)).info());
    }

    @GetMapping("/{id}")
    Shown look(@PathVariable String id) {
        return shown(mill.find(id).info());
    }

    @GetMapping("/work/{clerk}")
    List<Todo> work(@PathVariable String clerk) {
        return mill.worklist(clerk).stream().map(Orders::shown).toList();
    }

    @PostMapping("/work/{clerk}/{id}")
    void check(@PathVariable String clerk, @PathVariable String id) {
        mill.as(clerk).complete(WorkId.parse(id), Data.fields("approved", true));
    }

    /** What the engine refuses, with its code and what to do about it. */
    @ExceptionHandler
    ProblemDetail refused(RefusedException refused) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, refused.problem().message());
    }

    private static Shown shown(CaseInfo info) {
        return new Shown(info.id().toString(), info.status().word());
    }

    private static Todo shown(WorkItem item) {
        return new Todo(item.id().toString(), item.task());
    }
}
