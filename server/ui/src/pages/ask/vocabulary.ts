/** The words of questions: predicates, fluents and events with their arguments. */
import { get } from '../../lib/api';

/** A predicate, fluent or event; the names of its arguments say what they are. */
export interface Word {
  name: string;
  parameters: string[];
  kind: 'predicate' | 'fluent' | 'event';
  about: string;
}

const FLUENT = 'Fluent';

function words(kind: Word['kind'], lines: [string, string][]): Word[] {
  return lines.map(([text, about]) => {
    const [, name, inside] = /^(\w+)(?:\((.*)\))?$/.exec(text)!;
    return { name: name!, parameters: inside ? inside.split(/,\s*/) : [], kind, about };
  });
}

/** The words that every server has; those of its own rules come from the server. */
export const OWN: Word[] = [
  ...words('predicate', [
    ['happened(Event, Time)', 'an event'],
    ['happened(Event, Time, Recorded)', 'an event, and when it was recorded'],
    [`holds_now(${FLUENT})`, 'what holds now'],
    [`holds_at(${FLUENT}, Time)`, 'what held at a moment; the time must be bound, such as last(friday) + 12h'],
    [`holds_for(${FLUENT}, Start, End)`, 'each interval in which it held; End is inf while it holds'],
    [`holds_for(${FLUENT}, Period)`, 'the same with the interval as Start-End'],
    [`held_at(${FLUENT}, Time)`, 'what held at any point within a moment'],
    [`initiates(Event, ${FLUENT})`, 'what an event began'],
    [`terminates(Event, ${FLUENT})`, 'what an event ended'],
    ['now(Time)', 'the moment of the question'],
    ['has(Who, Task, Case, Seconds)', 'who has this work, and for how long'],
    ['waits(Task, Who, Case, Seconds)', 'waiting work, for whom, and for how long'],
    ['open_now(Task, Who, Case)', 'work that is open'],
    ['open_at(Time, Task, Who, Case)', 'work that was open'],
    ['did(Who, Task, Case)', 'who did a task'],
    ['did_both(Who, Task, OtherTask, Case)', 'who did both of two tasks'],
    ['worked(Who, Task, Case, Seconds)', 'how long somebody worked'],
    ['waited(Task, Case, Seconds)', 'how long work waited'],
    ['average_waiting(Task, Seconds)', 'how long a task waits on average'],
    ['average_waiting(Task, Role, Seconds)', 'how long a task waits on average for a role'],
    ['average_working(Task, Seconds)', 'how long a task takes on average'],
    ['took(Case, Seconds)', 'how long a case took'],
    ['late(Case, Task, Who, Due)', 'overdue work'],
    ['event(EventId)', 'an event by its place'],
    ['act(EventId, Act)', 'what was done'],
    ['actor(EventId, Who)', 'who did it'],
    ['task(EventId, Task)', 'the task of it'],
    ['of(EventId, Case)', 'the case of it'],
    ['time(EventId, Time)', 'when it was'],
    ['argument(EventId, Place, Value)', 'an argument of it'],
    ['findall(Template, Goal, List)', 'all answers as a list'],
    ['aggregate_all(count, Goal, Count)', 'how many answers there are'],
  ]),
  ...words('fluent', [
    ['active(Task, Who, Case)', 'somebody has started the work'],
    ['active(Task, Who, Case, Item)', 'the same with the number of the work item'],
    ['waiting(Task, Who, Case)', 'work is offered or allocated, and not started'],
    ['waiting(Task, Who, Case, Start)', 'the same with the time since when'],
    ['suspended(Task, Who, Case)', 'work is put aside'],
    ['completed(Task, Who, Case)', 'work was done'],
    ['failed(Task, Who, Case)', 'work failed'],
    ['withdrawn(Task, Who, Case)', 'work was withdrawn'],
    ['due(Case, Task, Time)', 'open work has this deadline'],
    ['running(Case)', 'the case runs'],
    ['suspended(Case)', 'the case is suspended'],
    ['done(Case)', 'the case was completed'],
    ['failed(Case)', 'the case failed'],
    ['cancelled(Case)', 'the case was cancelled'],
    ['process(Case, Process, Version)', 'the process of a case'],
    ['key(Case, Key)', 'the business key of a case'],
    ['parent(Case, ParentCase)', 'a sub-case and its parent'],
    ['attribute(Case, Name, Value)', 'an attribute of a case'],
    ['data(Case, Name, Value)', 'a variable of a case has this value'],
    ['token(Condition, Case)', 'a net has a token here'],
    ['busy(Task, Case)', 'a task of a net was entered and has not ended'],
    ['at(Path, Case)', 'a flow of activities is here'],
    ['goal(Goal, Case)', 'a goal of a logic program waits'],
    ['idle(Who)', 'an agent has no work'],
    ['assigned(Who, Task, Case)', 'an agent has this work'],
    ['qualified(Who, Task, Cost)', 'an agent can do this task'],
    ['participant(Who)', 'somebody works here'],
    ['role(Who, Role)', 'somebody has this role'],
  ]),
  ...words('event', [
    ['begin(Case, Process)', 'a case started'],
    ['complete(Case)', 'a case completed'],
    ['fail(Case, Reason)', 'a case failed'],
    ['cancel(Case, Reason)', 'a case was cancelled'],
    ['suspend(Case)', 'a case was suspended'],
    ['resume(Case)', 'a case was resumed'],
    ['migrate(Case, Version)', 'a case moved to another version'],
    ['offer(Task, Case)', 'work was offered'],
    ['assign(Who, Task, Case)', 'work was assigned'],
    ['release(Who, Task, Case)', 'work was given back'],
    ['start(Task, Who, Case)', 'work was started'],
    ['end(Task, Who, Case)', 'work was completed'],
    ['fail(Task, Who, Case)', 'work failed'],
    ['withdraw(Task, Who, Case)', 'work was withdrawn'],
    ['retry(Task, Case)', 'work was tried again'],
    ['escalate(Task, Case)', 'work was escalated'],
    ['signal(Name, Content, Case)', 'a signal was received'],
    ['timer(Case, Timer, Due)', 'a timer was set'],
    ['fired(Case, Timer)', 'a timer fired'],
    ['incident(Case, Reason)', 'something waits for a person'],
    ['entered(Task, Case)', 'a net entered a task'],
    ['enrol(Who)', 'a participant was added'],
    ['leave(Who)', 'a participant was removed'],
    ['deploy(Process, Version)', 'a process was deployed'],
  ]),
];

/** A word as the server lists it. */
interface Listed {
  kind: 'goal' | 'question' | 'fluent' | 'event';
  name: string;
  arguments: string[];
  sentence: string;
  /** The process or the rules that define it. */
  process?: string;
}

/** The words of this server: the own ones, whose arguments the pages know, and what processes and rules define. */
export async function vocabulary(stop: AbortSignal): Promise<Word[]> {
  try {
    const { words: listed } = await get<{ words: Listed[] }>('/questions/vocabulary', {}, stop);
    const known = new Set(OWN.map((each) => `${each.kind} ${each.name}/${each.parameters.length}`));
    const others = listed.map((each): Word => ({ name: each.name, parameters: each.arguments, kind: each.kind === 'fluent' || each.kind === 'event' ? each.kind : 'predicate', about: each.sentence }));
    return [...OWN, ...others.filter((each) => !known.has(`${each.kind} ${each.name}/${each.parameters.length}`))];
  } catch {
    return OWN;
  }
}

/** A word as it is written into a question. */
export function written(word: Word): string {
  return word.parameters.length === 0 ? word.name : `${word.name}(${word.parameters.join(', ')})`;
}
