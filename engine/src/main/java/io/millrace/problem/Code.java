package io.millrace.problem;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All error codes of Millrace. A code never changes its meaning; a retired number is not used again. {@code MR-1xxx} commands refused,
 * {@code MR-2xxx} files and data, {@code MR-3xxx} nets, {@code MR-4xxx} logic, {@code MR-5xxx} history, {@code MR-6xxx} rules, {@code
 * MR-7xxx} storage, {@code MR-8xxx} server.
 *
 * <p>The sentence has one {@code %s} for each detail; the remedy has none, so that the generated list reads well.
 */
public enum Code {
    UNKNOWN_PROCESS(1001, "There is no process '%s'.", "Deploy it first."),
    UNKNOWN_VERSION(1002, "Process '%s' has no version %s.", "Use one of its deployed versions."),
    UNKNOWN_CASE(1003, "There is no case '%s'.", "List the cases to find its id."),
    UNKNOWN_WORK(1004, "There is no open work item '%s'.", "List the open work of its case."),
    NOT_A_CASE_ID(1005, "'%s' is not a case id.", "A case id is a path of numbers, such as 62 or 62.1.3."),
    NOT_A_WORK_ID(1006, "'%s' is not a work item id.", "A work item id is a case id and a number, such as 62.1#3."),
    CASE_ENDED(1010, "Cannot %s case '%s': it is %s.", "Start a new case."),
    CASE_SUSPENDED(1011, "Cannot %s case '%s': the case is suspended.", "Resume the case first."),
    CASE_NOT_SUSPENDED(1012, "Cannot resume case '%s': it is not suspended.", "Nothing needs to be done."),
    KEY_TAKEN(1013, "Cannot start '%s' with key '%s': case '%s' already runs with this key.", "Use that case, or another key."),
    ALREADY_SUSPENDED(1014, "Cannot suspend case '%s': it is suspended already.", "Nothing needs to be done."),
    WORK_STATE(1020, "Cannot %s work item '%s': it is %s.", "Look at the work item before you try again."),
    WORK_SUSPENDED(1021, "Cannot %s work item '%s': it is suspended.", "Resume it first."),
    WORK_HELD(1022, "Cannot %s work item '%s': '%s' has it.", "Ask them to release or delegate it."),
    TOO_DEEP(1061, "Sub-cases are nested %s levels deep: process '%s' may call itself without end.", "Cancel the case, and add a branch to the process that does not call itself."),
    USER_CODE(1063, "The code of process '%s' at %s failed: %s.", "Correct the code, deploy it, and retry the case."),
    EXCLUDED(1060, "Cannot %s work item '%s': '%s' did other work of this case, and the process separates these duties.", "Let another participant do it."),
    NOT_QUALIFIED(1023, "Cannot %s work item '%s': it is not offered to '%s'.", "Delegate it, or give the participant the role or capability."),
    OLD_ATTEMPT(1024, "Cannot accept the result of attempt %s of work item '%s': %s.", "Discard the old result."),
    NOT_AN_INCIDENT(1025, "Cannot resolve '%s': it is not an incident.", "List the incidents."),
    INCIDENT_WAITS(1026, "Cannot %s work item '%s': it is an incident.", "Retry it, complete it manually, or cancel it."),
    NOTHING_STARTED(1028, "No case is named, and none has been started yet.", "Start a case first, or name one."),
    UNKNOWN_PARTICIPANT(1027, "There is no participant '%s'.", "Add them first."),
    UNKNOWN_POOL(1070, "There is no pool '%s'.", "Define it first."),
    UNKNOWN_AGENT(1071, "There is no agent '%s' in pool '%s'.", "Add it first."),
    UNKNOWN_STRATEGY(1072, "There is no strategy '%s', which pool '%s' names.", "Use a strategy from docs/agents.md, or register it with the builder."),
    NOBODY_QUALIFIED(1073, "Pool '%s' has no qualified agent for %s.", "Add an agent who is qualified for it."),
    REQUEST_REUSED(1030, "Request id '%s' was used before with different content.", "Use a new request id."),
    TOO_BUSY(1031, "The engine is busy: %s commands are waiting.", "Try again in a moment."),
    TOO_LARGE(1032, "The data of %s has %s bytes; the limit is %s.", "Store large contents as files, or raise the limit."),
    STOPPED(1033, "%s.", "Close the engine if it is not closed, and open it again."),
    INTERVENTION(1040, "Cannot %s: %s.", "Look at the case's state and choose another intervention."),
    MIGRATION(1041, "Cannot move case '%s' to version %s: %s.", "Give a mapping, or let the case end under its version."),
    NO_INSTANCES(1042, "Cannot add an instance of '%s' in case '%s': %s.", "Add instances only to a running task that allows them."),
    PART_MISSING(1043, "This engine was opened without the part '%s'.", "Add it in the builder."),
    LANGUAGE_REFUSED(1044, "Cannot %s in case '%s': %s.", "Look at the case's state before you try again."),
    STILL_RUNNING(1045, "Cannot %s case '%s': it has not ended.", "Cancel it, or wait for its end."),
    NO_CODE(1046, "The code of process '%s' version %s is missing.", "Deploy that version again."),
    FINGERPRINT(1047, "Process '%s' version %s is already deployed with a different structure.", "Deploy it under a new version."),
    OLD_VERSION(1080, "Cannot deploy process '%s' as version %s: version %s is deployed already.", "Declare a later version, or none."),
    NOTHING_FILLS(1081, "Process '%s' reads slot '%s' at %s, but neither its input nor an activity fills that slot.", "Correct the name, or declare the slot in the input."),
    NO_SUCH_SLOT(1082, "Process '%s' reads slot '%s' at %s, and the slot has no value.", "Fill the slot before it is read, or change the data of the case and retry it."),
    NOT_AN_ATTRIBUTE(1083, "Cannot search by '%s': %s declares no such attribute.", "Declare it with attributes, or search by one of these: name, key, state, start."),
    NOT_ENDED_YET(1084, "Case '%s' has not ended within %s.", "Wait longer, or call Case.next to see what it waits for."),
    NO_SUCH_QUESTION(1085, "Process '%s' has no question '%s': %s.", "Declare it with question, or ask another one."),
    NOT_WAITING(1086, "Case '%s' cannot take signal '%s': it waits for %s.", "Send it when the case waits for it."),
    NO_UNIQUE_KEY(1087, "Process '%s' has no unique key, so a signal cannot find the case that has key '%s'.", "Declare uniqueKey, or start the case and send the signal to its id."),
    BAD_TOKEN(1088, "'%s' is not a token of a work item.", "Use the value of Work.token."),
    BAD_SCHEDULE(1089, "'%s' is not a schedule: %s.", "Write five fields as cron has them (minute, hour, day, month, weekday), such as '30 2 * * mon-fri'."),
    OUT_OF_LIMITS(1048, "A turn of %s used up its limit of %s steps.", "Add a wait to the loop, or raise the limit."),
    TURN_FAILED(1049, "A turn of %s failed: %s.", "The case is unchanged; report this with the history of the case."),
    TURN_TOO_LARGE(1064, "A turn of %s would record more than %s bytes.", "Let the process do less at once, keep large contents as files, or raise the limit."),
    QUARANTINED(1050, "The state of %s cannot be rebuilt from its records: %s.", "Restore the code that wrote the records, or the journal from a backup."),
    NO_HANDLER(1062, "Automatic work waits, but %s is not registered.", "Register it with on, program or bind."),
    FROM_INSIDE(1066, "The engine was called from one of its own threads, which run turns and commits.", "Call it from a handler or a listener. A function in a process, a monitor, a clock, a codec or a store cannot call it."),
    STORED_SOURCE(1065, "The stored text of process '%s' version %s cannot be compiled: %s.", "Install the language that reads it, or deploy that version again."),
    NO_SUCH_FILE(2001, "There is no file '%s'.", "Check the path."),
    UNREADABLE(2002, "Cannot read '%s': %s.", "Check the file and its permissions."),
    SYNTAX(2003, "%s.", "Correct the marked place."),
    DATA_SYNTAX(2004, "This is not JSON: %s.", "Correct the marked place."),
    DATA_TYPE(2005, "%s does not have its declared type: %s.", "Send data of that type."),
    UNKNOWN_LANGUAGE(2006, "The language of '%s' is not known.", "Use a file in a language that Millrace reads."),
    BAD_PROCESS(2007, "Process '%s' cannot be deployed: %s.", "Correct the definition."),
    BAD_CURSOR(2008, "'%s' is not a cursor of this list.", "Use the cursor that the last page gave, or none."),
    BAD_USE(2009, "%s.", "See 'mill help'."),
    DATA_DAMAGED(2010, "Stored data is damaged at byte %s: %s.", "Restore it from a backup."),
    FAILED(2011, "The command failed: %s.", "Try again. If it fails again, report it with the command and its input."),
    NO_SUCH_PROCESS(2020, "There is neither a file '%s' nor a Java process of that name.", "Check the path, or add the module that provides the process."),
    NO_SUCH_PART(2040, "File '%s' contains no process '%s'; it contains %s.", "Use one of these names behind the '#', or only the file."),
    NO_PICTURE(2039, "Cannot draw '%s': its language has no pictures, or it is too large.", "Draw a smaller part of it."),
    NOT_INSTALLED(2021, "'%s' needs %s, which is not installed.", "Add the module that contains it, or do not use this feature."),
    BAD_SOURCE(2022, "Cannot use the Java file '%s': %s.", "Correct the file."),
    NOT_XML(2030, "%s: this is not well-formed XML: %s.", "Correct the marked place."),
    XML_ENTITIES(2031, "%s: document types and entities are not allowed, because they can load files and expand without limit.", "Replace each entity by its text."),
    NOT_YAWL(2032, "%s: this is not a YAWL specification: %s.", "Use a file of schema 2.0 to 4.0, or of Beta 2 to 7."),
    YAWL(2033, "%s: %s.", "Correct the marked place."),
    NET_FACTS(2034, "%s: %s.", "See docs/languages/nets.md for the facts that make a net."),
    NOT_WRITABLE(2035, "Cannot write '%s' as %s: %s.", "Use a format that can express it."),
    NOT_PNML(2036, "%s: this is not a net in PNML that can be read: %s.", "Use a file that holds one place/transition net."),
    PNML(2037, "%s: %s.", "Correct the marked place."),
    LOLA(2038, "%s: %s.", "Correct the marked place; docs/verify.md shows the form."),
    NET_NO_INPUT(3001, "Net '%s' has no input condition.", "Add the condition at which its cases begin."),
    NET_INPUTS(3002, "Net '%s' has more than one input condition: %s.", "Keep one of them."),
    NET_NO_OUTPUT(3003, "Net '%s' has no output condition.", "Add the condition at which its cases end."),
    NET_OUTPUTS(3004, "Net '%s' has more than one output condition: %s.", "Keep one of them."),
    NET_SAME_NAME(3005, "Net '%s' has more than one '%s'.", "Give each condition and task, and each variable, a unique name."),
    NET_DANGLING_FLOW(3006, "A flow of net '%s' leads from '%s' to '%s', but there is no '%s'.", "Add that node, or remove the flow."),
    NET_FLOW(3007, "A flow of net '%s' leads from '%s' to '%s': %s.", "Put a task between conditions; let nothing enter the input or leave the output."),
    NET_SAME_FLOW(3008, "Net '%s' has more than one flow from '%s' to '%s'.", "Keep one of them."),
    NET_UNREACHABLE(3009, "In net '%s' no path leads from the input condition to '%s'.", "Connect it, or remove it."),
    NET_NO_WAY_OUT(3010, "In net '%s' no path leads from '%s' to the output condition.", "Connect it, or remove it."),
    NET_CANCELS_NOTHING(3011, "Task '%s' of net '%s' cancels '%s', which does not exist.", "Name a task, a condition, or two tasks that are connected."),
    NET_CANCELS_END(3012, "Task '%s' of net '%s' cancels '%s', where the net begins or ends.", "Remove it from the cancellation set."),
    NET_BOUNDS(3013, "Task '%s' of net '%s' cannot have these instances: %s.", "Correct minimum, maximum and threshold."),
    NET_UNKNOWN_NET(3014, "Task '%s' of net '%s' is carried out by net '%s', which does not exist.", "Add that net, or name another."),
    NET_NO_ROOT(3015, "Specification '%s' has no net '%s' to begin with.", "Add that net, or name another."),
    NET_SAME_NET(3016, "Specification '%s' has more than one net '%s'.", "Give each net a unique name."),
    NET_DEFAULTS(3017, "Task '%s' of net '%s' has more than one default flow.", "Keep one of them."),
    NET_UNKNOWN_TASK(3018, "Task '%s' of net '%s' refers to task '%s', which does not exist.", "Name a task of the specification."),
    NET_NO_NAME(3019, "A part of net '%s' has no name.", "Give it one."),
    NET_UNKNOWN_VARIABLE(3020, "Task '%s' of net '%s' refers to variable '%s', which the net does not declare%s.", "Declare it, or correct its name."),
    NET_UNKNOWN_PARAMETER(3021, "Task '%s' of net '%s' gets input '%s', which its performer does not declare%s.", "Declare it there as an input, or correct its name."),
    NET_UNKNOWN_PREDICATE(3022, "A goal of net '%s' calls %s, which is not defined%s.", "Define it in the same file, or correct its name."),
    NET_NO_GOAL(3023, "Net '%s' has '%s' instead of a goal%s.", "Write a goal, variable(Name) or constant(Value)."),
    NET_UNENFORCED(3030, "Task '%s' of net '%s' requires %s, which Millrace does not enforce.", "Enforce it in another way, or remove it."),
    NET_EXPRESSION(3031, "%s.", "Correct the expression: a task that needs it stops with an incident."),
    NET_EVALUATION(3033, "Process '%s' cannot evaluate an expression: %s.", "Correct the expression or the data it reads."),
    NET_LOOP(3034, "A case of process '%s' would never stop: tasks %s repeat without end, and none of them waits.", "Correct the predicate that ends the loop, or let one of its tasks wait."),
    NET_UNSOUND(3040, "Process '%s' is not sound. %s", "Correct it, or deploy it with allowUnsound."),
    NET_UNDECIDED(3041, "The soundness of process '%s' is not decided: %s", "Run 'mill verify' with more states to decide it."),
    NET_WARNING(3042, "In net '%s': %s", "If this is intended, no change is needed."),
    NET_INCOMPLETE(3043, "Facts are missing in process '%s': %s.", "Add them, or deploy it with allowUnsound."),
    NET_NOTE(3032, "%s", "If this is intended, no change is needed."),
    UNCAUGHT(4090, "A goal raised %s.", "Look at the goals that were running, newest first, or catch it."),
    GOAL_FAILED(4091, "A directive failed: %s.", "Correct it, or remove it."),
    RUN_STOPPED(4092, "%s.", "Raise the limit, or look for a loop."),
    RPC_IN_GUARD(4101, "'%s' is called in a guard.", "Send in the body of the clause: a guard has no side effects."),
    WVAR_IN_GUARD(4102, "'%s' is called in a guard.", "Create the variable in the body of the clause, or before the goal."),
    DELAY_IN_GUARD(4103, "'%s' is called in a guard.", "Delay the message in the body of the clause, before its rpc/3."),
    RESULT_IN_GUARD(4104, "'%s' is called in a guard.", "Give the result in the body of the clause."),
    CHOICEPOINT(4105, "'%s' is called while choice points are left.", "Remove them first, with a cut, a condition, or clauses that differ in their first argument."),
    NOT_GROUND(4106, "'%s' has unbound variables.", "Bind them first, or move the goal into a guard."),
    NOT_UNBOUND(4107, "'%s' has a value instead of a new variable.", "Use a variable that nothing else uses."),
    ALREADY_SENT(4108, "'%s' uses a workflow variable on which a message has been sent.", "Use one variable for each message."),
    NOT_A_WORKFLOW_VARIABLE(4109, "'%s' needs a workflow variable and has another term.", "Use a variable from rpc/3 or wvar/1."),
    NO_MESSAGE(4110, "'%s' asks for the time of a message that has not been sent.", "Call rpc/3 first."),
    BAD_TIME(4111, "'%s' needs a time and has another term.", "A time is a number of seconds since 1970, or replytime(Variable)."),
    MESSAGE_WITHOUT_DATA(4112, "The message of '%s' cannot be sent: %s.", "Send a smaller or flatter term, or a file."),
    UNKNOWN_PROCEDURE(4113, "'%s'%s calls a predicate that the program does not define.", "Define it, or correct its name and number of arguments."),
    PROLOG_ERROR(4114, "'%s'%s raised %s.", "Catch it, or correct the program."),
    QUERY_FAILED(4115, "The query has no solution: '%s' failed.", "If this can happen, add a clause for it."),
    REPLY_NOT_GROUND(4116, "The reply to work item '%s' is not valid: %s.", "Reply with a term without variables, or with JSON."),
    NO_QUERY(4117, "Process '%s' cannot start: %s.", "Give a goal, or write one in the program as ':- Goal.'."),
    UNREADABLE_TERM(4118, "This is not a term: %s.", "Correct the marked place."),
    TERM_NOT_GROUND(4119, "'%s' cannot be converted to data: %s.", "Write a term without variables."),
    QUERY_HELD(4120, "The query waits for an operator: %s earlier phases could not run.", "Retry the case, or let the participant answer again."),
    UNDEFINED_PREDICATE(4121, "'%s' calls %s, which is not defined%s.", "Define it, or correct its name."),
    WRONG_ARITY(4122, "'%s' calls %s, which does not exist with this number of arguments: there is %s.", "Correct the arguments, or define it."),
    SINGLETON(4123, "%s once in the clause.", "Correct the name, or begin it with an underscore."),
    SCATTERED(4124, "The clauses of %s are not together: the others are at line %s.", "Move them together, or declare the predicate discontiguous."),
    FORGOTTEN(4125, "The values that '%s' stores are lost at the end of the phase.", "Pass them in the arguments of a goal that waits, or in a message."),
    STILL_DELAYED(4126, "'%s' still waits for a variable at the end of the phase.", "Bind the variable in the same phase, or put the goal behind the one that binds it."),
    PROJECTION_FAILED(5001, "Projection '%s' threw at an event of %s: %s.", "Nothing has changed. Correct the projection; the engine retries timers, messages and results."),
    PROJECTION_INCOMPLETE(5002, "The rows of projection '%s' are not complete.", "Build them with Millrace.rebuild."),
    SIMULATION_MODEL(5060, "Cannot read the model '%s':\n%s", "Correct the facts; docs/simulation.md lists them."),
    SIMULATION_EVENTS(5061, "Cannot read the events '%s': %s.", "Give a JSON list of events with their times, such as [[\"submit(o1)\", 1]]."),
    SIMULATION_ENDLESS(5062, "The simulation of '%s' would not end: %s.", "Give --until, or a number of cases in arrivals/3."),
    SIMULATION_REFUSED(5063, "The simulation of '%s' stopped at %s: %s", "Look at the history up to there."),
    NOT_YET(5010, "Case '%s' did not exist at %s: it started at %s.", "Ask for a later moment."),
    BAD_MOMENT(5011, "'%s' is not a time.", "Write an ISO instant such as 2026-03-01T12:00:00Z, a date, a number of seconds, now, today, last(friday), or sums of these and of spans: now - 2h."),
    NO_SUCH_TASK(5013, "Process '%s' has no task '%s'%s.", "Name one of its tasks."),
    FORK_NOT_EMPTY(5012, "The target of the copy already contains a journal.", "Choose an empty directory or store."),
    GOAL_UNREADABLE(5030, "The goal '%s' cannot be read: %s.", "Correct the named place."),
    GOAL_ERROR(5031, "The goal '%s' raised an error: %s.", "Check the predicates that it calls and their arguments."),
    GOAL_STOPPED(5032, "The goal '%s' was stopped: %s.", "Bind more arguments, or ask for fewer answers."),
    NO_SUCH_VARIABLE(5033, "The goal has no variable '%s', only %s.", "Use a variable of the goal whose name does not begin with '_'."),
    RULES_UNREADABLE(5034, "The rules '%s' cannot be read: %s.", "Correct the named place."),
    BAD_RULE(5035, "%s:%s: this rule cannot be used: %s.", "Correct the rule."),
    GOAL_OPEN(5038, "The goal '%s' has an unbound variable where a value is required.", "Bind the time; for all times use holds_for(Fluent, Start, End)."),
    GOAL_UNKNOWN(5039, "The goal '%s' calls %s, which is not defined.", "See docs/languages/calculus.md for the defined predicates, or add rules that define it."),
    INDEX_PARTIAL(5040, "The code of %s is missing: the index does not contain the decisions of these processes.", "Build it in the application, with Millrace.rebuild."),
    NOTHING_TO_RUN(5036, "'%s' contains rules over the history, which cannot start a case.", "Ask questions with them, or start a process."),
    LOG_NOT_XML(5050, "%s: this is not well-formed XML: %s.", "Correct the file, or write it again with the tool that made it."),
    LOG_ENTITIES(5051, "%s: document types and entities are not allowed, because they can load files and expand without limit.", "Remove them; XES needs none."),
    LOG_NOT_XES(5052, "%s: %s, so this is not an event log in XES.", "Give a file whose root element is 'log', as IEEE 1849 defines it."),
    LOG_VALUE(5053, "%s: attribute '%s' has type %s, but its value is '%s'.", "Correct the value, or write the attribute as a string."),
    LOG_TOO_LARGE(5054, "%s: the log has more than %s.", "Use a smaller log, or split it into several."),
    LOG_DAMAGED(5055, "'%s' cannot be unpacked: %s.", "Get the file again, or unpack it with gunzip to see what is wrong."),
    LOG_PARTIAL(5057, "The code of %s is missing: the log has all work of these processes, but neither their data nor their decisions.", "If work is enough, no action is needed. Only the application has the code of processes made of Java objects."),
    LOG_MEMORY(5056, "The index of '%s' needs more than %s MiB, half of the memory that Java may use.", "Give Java more memory with MILL_JAVA_OPTS=-Xmx8g, or a smaller log."),
    GATE_DELAY(6001, "%s of case '%s' cannot happen yet: %s.", "The attempt is recorded and happens automatically when the gate or the rules permit it."),
    UNKNOWN_ATTEMPT(6002, "Case '%s' has no waiting attempt %s.", "Look at the details of the case: they list the waiting attempts."),
    ALREADY_ATTEMPTED(6003, "%s of case '%s' cannot be tried again: attempt %s waits already: %s.", "Wait until it is decided."),
    GATE_FAILED(6004, "The gate failed at %s of case '%s': %s.", "Nothing has changed. Correct the gate, and try again."),
    RULES_SYNTAX(6010, "%s: %s.", "Correct the marked place; docs/languages/rules.md shows the form."),
    RULES_EVENT(6011, "%s: %s.", "Declare each event once, and mention it as it is declared."),
    RULES_TOO_LARGE(6012, "%s: %s.", "Split the rule into several, or write fewer alternatives before a sequence."),
    RULES_UNSAFE(6013, "%s: %s.", "Let the rule mention the variable in the event that causes it, or give the variable a domain."),
    NOT_A_RULE_EVENT(6014, "'%s' is not an event of these rules.", "Use an event that the rules mention, with '~' before it for its complement."),
    RULED_OUT(6020, "%s of case '%s' is refused: %s.", "'mill why' names the rules that forbid it."),
    OBLIGATIONS_OPEN(6021, "Case '%s' is closed, and its rules still demand: %s.", "Let that happen, or cancel the case."),
    RULES_INCONSISTENT(6022, "Nothing that can happen satisfies the rules of '%s': %s contradict each other.", "Change or remove one of them."),
    RULES_UNENFORCEABLE(6023, "The rules of '%s' cannot be enforced: other events can break them: %s.", "'mill rules' names the attribute to change."),
    RULES_DEAD_EVENT(6024, "Event '%s' can never happen under these rules.", "Change a rule that excludes it, or leave it out."),
    RULES_NEVER_ACCEPTED(6025, "Event '%s' is never accepted: after it, others could break the rules.", "'mill rules' names the attribute to change."),
    RULES_REDUNDANT(6026, "Rule '%s' follows from the others.", "It can be left out."),
    RULES_STRANGE_TASK(6028, "The rules refer to task '%s', but neither the process nor a 'task' statement declares it.", "Correct its name, or declare it with 'task'."),
    RULES_FOREIGN_TRIGGER(6029, "Rules can trigger '%s', which the process itself begins.", "Declare its start flexible, or leave the task to the rules."),
    RULES_ACROSS_PROCESS(6037, "Rules '%s' hold across cases, and cannot be attached to process '%s'.", "Deploy them on their own."),
    RULES_INSIDE(6036, "Rules '%s' cannot hold inside a case: event '%s' has a parameter besides 'case'.", "Let them hold 'across cases;', or leave the parameter out."),
    RULES_ACROSS(6035, "Rules '%s' cannot hold across cases: %s.", "Attach them to a process, or change that."),
    RULES_UNKNOWN_TASK(6027, "Task '%s' is in no rule of '%s'.", "Use a task that an event of the rules names."),
    RULES_BLOCK(6030, "The rules of '%s' block its cases: %s.", "Change the rule or the process, or deploy it with allowUnsound."),
    RULES_UNREACHED_TASK(6031, "Under its rules, no case of '%s' starts task '%s'.", "Change the rule that keeps it from starting, or leave the task out."),
    RULES_NEVER_TRIGGERED(6032, "No case of '%s' makes the rules start task '%s'.", "Leave the task out, or correct the rule that should start it."),
    RULES_SUPERFLUOUS(6033, "Rule '%s' is superfluous: process '%s' satisfies it without the scheduler.", "It can be left out."),
    RULES_NOT_EXPLORED(6034, "It is not decided whether the rules block cases of '%s': %s.", "Use fewer parallel branches, or fewer rules."),
    RULES_UNDECIDED(6015, "%s is not decided: these rules have too many states together.", "Split them into files that share no events."),
    DIRECTORY_IN_USE(7001, "Journal '%s' is in use by %s.", "Stop that process, or use another directory."),
    DAMAGED(7002, "The journal is damaged at %s: %s.", "Restore the directory from a backup; nothing was changed."),
    DISK_FULL(7003, "The journal's disk is full: %s.", "Free some space; the engine then continues automatically."),
    STORE_FAILED(7004, "The journal could not be written: %s.", "Nothing that was acknowledged is lost; try again."),
    WRONG_FORMAT(7005, "Journal '%s' has format %s; this Millrace reads format %s.", "Use the Millrace that wrote it, or a newer one."),
    NOT_A_JOURNAL(7006, "'%s' is not a journal directory: %s.", "Choose an empty directory or a journal."),
    UNWRITABLE(7007, "Cannot write to '%s': %s.", "Check the permissions."),
    FENCED(7008, "This engine no longer owns shard %s: its token is %s, and the current one is %s.", "Let the engine take the shard again before it writes."),
    BAD_REQUEST(8001, "The request is wrong: %s.", "Correct it; the document at /api/v1/openapi.json describes every request."),
    NO_SUCH_ADDRESS(8002, "There is nothing at '%s'.", "The document at /api/v1/openapi.json lists all addresses."),
    WRONG_METHOD(8003, "'%s' cannot be asked with %s, only with %s.", "Use one of these methods."),
    NOT_AUTHENTICATED(8004, "The server does not know who asks: %s.", "Send an API key or a bearer token in the header Authorization."),
    NOT_PERMITTED(8005, "'%s' may not do this: it needs one of the roles %s.", "Ask an administrator for the role, or use another identity."),
    TOO_MANY_REQUESTS(8006, "There were too many requests from '%s': wait %s seconds.", "Send fewer requests."),
    BODY_TOO_LARGE(8007, "The request has more than %s bytes.", "Send less, or let the operator of the server raise the limit."),
    WRONG_MEDIA_TYPE(8008, "The request announces '%s'; this address takes %s.", "Send the header Content-Type with that media type."),
    SERVER_FAILED(8009, "The server failed while it did this; its log has the reason under %s.", "Try again; if it fails again, show that number to the operator of the server."),
    CHANGED_MEANWHILE(8010, "%s has changed since it was read.", "Read it again, and decide anew."),
    JOB_LOCK(8011, "Job '%s' is not locked by this worker any more: %s.", "Drop the result; another worker has the job."),
    NOT_YOURS(8012, "There is no work item '%s' for '%s'.", "Look at your own worklist."),
    NOT_YOUR_TASK(8084, "There is no work of task '%s' in case '%s' for '%s'.", "Ask about a task that you have, may take, or have done."),
    SECURITY_REQUIRED(8013, "The server would listen on '%s' without security.", "Give it keys or an issuer of tokens, or let it listen on a loopback address."),
    ADDRESS_IN_USE(8014, "The server cannot listen on %s: %s.", "Stop what listens there, or choose another port."),
    BAD_CONFIGURATION(8015, "The configuration '%s' cannot be used: %s.", "Correct the file, and start again; docs/server.md lists what it can say."),
    BACKUP_REFUSED(8016, "The backup '%s' cannot be made: %s.", "Correct that, and try again; the journal was not changed."),
    NO_RULES(8017, "Process '%s' has no rules.", "Ask for a process that was deployed with rules, or that consists of rules."),
    SIMULATIONS_BUSY(8018, "The server simulates already: %s simulations wait.", "Wait until one has ended, or stop one."),
    SIMULATION_OPEN(8019, "Simulation '%s' has no result.", "Wait until it has ended; its state says whether it will."),
    NO_NET(8020, "Process '%s' is no net: it is written in the language '%s'.", "Ask for its verdict, which every language has."),
    QUESTIONS_BUSY(8021, "The server answers %s questions already.", "Try again in a moment."),
    SERVER_STOPS(8022, "The server stops and takes no more requests.", "Try again when it runs again."),
    KEYS_DAMAGED(8030, "The file of API keys '%s' cannot be used: %s.", "Put a copy of it in place that is whole; nothing was changed."),
    UNKNOWN_KEY(8031, "There is no API key '%s'.", "List the keys to see their names and ids."),
    BAD_KEY(8032, "The API key cannot be made: %s.", "Correct that, and try again."),
    NOT_FOR_OTHERS(8033, "'%s' may not act on behalf of '%s'.", "Use a key that may act for others, or leave out the header Millrace-On-Behalf-Of."),
    OUT_OF_SCOPE(8034, "'%s' may not use %s '%s': its key is for others.", "Ask an administrator for a key with another scope."),
    ISSUER_UNUSABLE(8035, "The issuer of tokens '%s' cannot be used: %s.", "Check its address, and that the server can reach it."),
    CERTIFICATE_UNUSABLE(8036, "The server's certificate cannot be used: %s.", "Give a PEM file with the certificate chain and one with its private key (PKCS#8, not encrypted)."),
    TOO_SLOW(8037, "The request did not arrive within %s seconds.", "Send it faster, or in smaller parts."),
    BAD_LINK(8040, "The link to work item '%s' cannot be made: %s.", "Correct that, and try again."),
    UNKNOWN_LINK(8041, "There is no link '%s' to work item '%s'.", "List the links of the work item to see their ids."),
    CALL_NOT_ALLOWED(8042, "The server may not call '%s': %s.", "Let an administrator add the address to 'allow' in the server's configuration."),
    CALL_FAILED(8043, "The call of '%s' failed: %s.", "Look at the service; the task's retry policy decides about another attempt."),
    MAIL_FAILED(8044, "The mail for work item '%s' cannot be sent: %s.", "Look at the mail server and at the address; the task's retry policy decides about another attempt."),
    RECORDS_DAMAGED(8045, "The file '%s' cannot be used: %s.", "Put a copy of it in place that is whole; nothing was changed."),
    BAD_VALUE(8046, "The value of '%s' cannot be used in %s: %s.", "Correct the data of the case, or the channel in the configuration."),
    UNKNOWN_WEBHOOK(8047, "There is no webhook '%s'.", "List the webhooks to see their ids."),
    BAD_WEBHOOK(8048, "The webhook cannot be made: %s.", "Correct that, and try again."),
    ANSWER_MISFIT(8049, "The answer to task '%s' cannot be used: %s.", "Correct the named fields, and send the answer again."),
    UNKNOWN_SESSION(8050, "There is no session '%s' of this identity.", "Begin a new session with the request 'initialize'."),
    NOT_A_MESSAGE(8051, "The message is not one of JSON-RPC 2.0: %s.", "Send one request, notification or answer at a time."),
    TOO_MANY_SESSIONS(8052, "The server has %s sessions already.", "End sessions that are not used, or try again later."),
    BAD_ARGUMENTS(8053, "'%s' cannot be done with these arguments: %s.", "Correct them; the schema of the tool or resource describes them."),
    UNKNOWN_PROTOCOL(8054, "This server does not speak version '%s' of the protocol, but %s.", "Let the client agree on a version with the request 'initialize'."),
    NO_SOURCE(8055, "Process '%s' has no text: it is made of Java objects.", "Look at its picture or its proof instead."),
    BAD_ENGINE_FILE(8060, "The text of process '%s', which another engine runs, cannot be used: %s.", "Write {\"engine\": \"NAME\", \"process\": \"NAME\"}, with \"version\" if it is to be another than the newest."),
    UNKNOWN_ENGINE(8061, "There is no engine '%s' in the configuration of this server: %s.", "Add it to the section 'federation' of the server's configuration and start the server again, then retry the work; or correct the process."),
    ENGINE_REFUSED(8062, "Engine '%s' refused to %s: %s", "Correct what it says there or in the configuration, then retry the work."),
    ENGINE_SILENT(8063, "Engine '%s' does not answer: %s", "Nothing is lost; this server goes on asking. Start the other engine, or correct its address in the configuration."),
    REMOTE_CASE_GONE(8064, "Case '%s' of engine '%s' is not there any more.", "Find out there how it ended, and complete or fail the work by hand."),
    SERVER_ABSENT(8080, "No Millrace server answers at '%s': %s.", "Start one with 'mill serve', or correct the address."),
    SERVER_STRANGE(8081, "What answers at '%s' is not a Millrace server of this version: %s.", "Correct the address; a server's own is printed when it starts."),
    NOT_REMOTE(8082, "%s cannot be asked of a server.", "Use what the server's document at /api/v1/openapi.json lists."),
    FOLLOWING_BROKEN(8083, "The stream of events from '%s' has ended: %s.", "Follow again behind the last event that was seen."),
    REQUEST_CANCELLED(8085, "The caller cancelled the request before it was answered.", "Ask again if the answer is needed."),
    COMPUTING_BUSY(8086, "The server computes already for as many requests as it can: for %s, and for %s of one identity.", "Try again in a moment.");

    private static final Map<Integer, Code> BY_NUMBER =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Code::number, Function.identity()));

    /** How many characters of a detail are shown. */
    private static final int LONGEST = 20_000;

    private static final int LONGEST_LINE = 1_000;
    private static final int BEGINNING = 600;
    private static final int END = 300;

    private final int number;
    private final String sentence;
    private final String remedy;

    Code(int number, String sentence, String remedy) {
        this.number = number;
        this.sentence = sentence;
        this.remedy = remedy;
    }

    /** The stored number of the code. It never changes its meaning. */
    public int number() {
        return number;
    }

    /** The code of a number. */
    public static Optional<Code> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }

    /** The code as text, such as {@code MR-1004}. */
    public String id() {
        return "MR-" + number;
    }

    public String sentence() {
        return sentence;
    }

    public String remedy() {
        return remedy;
    }

    /** The problem with its details filled in: sentence, remedy, code. Long lines of a detail, which may be anybody's input, are shortened. */
    public Problem with(Object... details) {
        Object[] shown = Arrays.stream(details).map(detail -> shortened(String.valueOf(detail))).toArray();
        return new Problem(this, String.format(Locale.ROOT, sentence, shown) + " " + remedy + " (" + id() + ")");
    }

    /** Keeps the beginning and the end of each long line: what is wrong with the input is often said behind it. */
    private static String shortened(String detail) {
        if (detail.length() <= LONGEST_LINE) {
            return detail;
        }
        String lines = detail.lines()
                .map(line -> line.length() <= LONGEST_LINE ? line : line.substring(0, whole(line, BEGINNING)) + "…" + line.substring(whole(line, line.length() - END)))
                .collect(Collectors.joining("\n"));
        return lines.length() <= LONGEST ? lines : lines.substring(0, whole(lines, LONGEST)) + "…";
    }

    /** The same place, or the one before it in the middle of a surrogate pair. */
    private static int whole(String line, int place) {
        return Character.isLowSurrogate(line.charAt(place)) ? place - 1 : place;
    }
}
