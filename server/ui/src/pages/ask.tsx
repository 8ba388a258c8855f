/** Ask: questions to the history, about now or any instant. Question, instant and view are in the address. */
import './ask/ask.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, isAbort, post, type Problem as ProblemData } from '../lib/api';
import { serverNow } from '../lib/clock';
import { useLoad } from '../lib/load';
import { parameter, query, setQuery } from '../lib/router';
import { exact, millis, span } from '../lib/time';
import type { Json } from '../lib/types';
import { Empty, Field, Menu, Problem, State, Tabs, Title } from '../parts/basics';
import { Console } from './ask/console';
import { AnswerTable, AnswerTimeline, isTimed, type Answer } from './ask/results';
import { placeOf, roles, strangers } from './ask/terms';
import { OWN, vocabulary } from './ask/vocabulary';

interface Answers {
  holds: boolean;
  answers: Record<string, Json>[];
  texts: string[];
  more: boolean;
}

interface Asked {
  goal: string;
  answers: Answers;
  took: number;
}

const USUAL = 200;
const MOST = 1_000;
const KEPT = 30;
const STORE = 'millrace.questions';

const EXAMPLES: [string, string][] = [
  ['What is active now?', 'holds_now(active(Task, Who, Case))'],
  ['What waits, for whom, how long?', 'waits(Task, Who, Case, Seconds)'],
  ['Who did what in the last day?', 'now(_Now), happened(end(Task, Who, Case), Time), Time > _Now - 86400'],
  ['Who worked when?', 'holds_for(active(Task, Who, Case), Start, End)'],
  ['What waited longer than a minute?', 'waited(Task, Case, Seconds), Seconds > 60'],
  ['Which cases took longer than an hour?', 'took(Case, Seconds), Seconds > 3600'],
  ['How long does each task wait on average?', 'average_waiting(Task, Seconds)'],
  ['What is late?', 'late(Case, Task, Who, Due)'],
  ['What was active last Friday at noon?', 'holds_at(active(Task, Who, Case), last(friday) + 12h)'],
  ['What happened in case 1?', 'event(E), of(E, 1), act(E, Act), actor(E, Who), time(E, Time)'],
  ['How many cases run?', 'aggregate_all(count, holds_now(running(_)), Count)'],
];

function remembered(): string[] {
  try {
    return (JSON.parse(localStorage.getItem(STORE) ?? '[]') as string[]).filter((each) => typeof each === 'string');
  } catch {
    return [];
  }
}

function remember(goal: string): void {
  try {
    localStorage.setItem(STORE, JSON.stringify([goal, ...remembered().filter((each) => each !== goal)].slice(0, KEPT)));
  } catch {
    // The browser's store is full or not allowed: the answer is shown all the same.
  }
}

/** An instant as the input of a date and time has it, in the reader's zone. */
function local(instant: string): string {
  if (instant === '' || Number.isNaN(millis(instant))) {
    return '';
  }
  const at = new Date(millis(instant));
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

export default function Ask() {
  const goal = parameter('goal');
  const at = parameter('at');
  const rules = parameter('rules');
  const most = Math.min(MOST, Math.max(1, Number(parameter('most')) || USUAL));
  const [text, setText] = useState(goal);
  const [clauses, setClauses] = useState(rules);
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<{ goal: string; of: ProblemData }>();
  const [busy, setBusy] = useState<number>();
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);
  const words = useLoad(vocabulary, []).value.value ?? OWN;

  useEffect(() => setText(goal), [goal]);
  useEffect(() => {
    running.current?.abort();
    if (goal.trim() === '') {
      setAsked(undefined);
      setProblem(undefined);
      return;
    }
    const stop = new AbortController();
    running.current = stop;
    const begun = performance.now();
    setBusy(begun);
    post<Answers>('/questions', { goal, most, ...(at === '' ? {} : { at }), ...(rules.trim() === '' ? {} : { rules: [rules] }) }, { signal: stop.signal })
      .then((answers) => {
        setAsked({ goal, answers, took: performance.now() - begun });
        setProblem(undefined);
        remember(goal);
      })
      .catch((failure: unknown) => {
        if (!isAbort(failure)) {
          setProblem({ goal, of: asProblem(failure) });
          setAsked(undefined);
        }
      })
      .finally(() => running.current === stop && setBusy(undefined));
    return () => stop.abort();
  }, [goal, at, rules, most, round]);

  const ask = (next = text) => {
    const wanted = next.trim().replace(/\.$/, '');
    setText(wanted);
    if (wanted === goal && clauses === rules) {
      setRound(round + 1);
    } else {
      setQuery({ goal: wanted, rules: clauses, view: null, rows: null, most: null }, false);
    }
  };
  const wrong = problem && problem.goal === text.trim() ? placeOf(problem.goal, problem.of.detail) : null;
  const history = remembered();

  return (
    <div class="text">
      <Title>Ask the history</Title>
      <form
        class="column"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Console value={text} change={setText} ask={() => ask()} words={words} wrong={wrong} />
        <div class="row" style="align-items: end">
          <button class="primary" type="submit" disabled={text.trim() === ''}>
            Ask
          </button>
          <Field label="As of">{(id) => <input id={id} type="datetime-local" step="1" value={local(at)} max={local(new Date(serverNow()).toISOString())} onChange={(event) => setQuery({ at: event.currentTarget.value === '' ? null : new Date(event.currentTarget.value).toISOString() })} />}</Field>
          {at !== '' ? (
            <button type="button" onClick={() => setQuery({ at: null })}>
              Now
            </button>
          ) : (
            <span class="soft" style="line-height: 32px">
              now, unless you choose an instant
            </span>
          )}
          {history.length > 0 && (
            <span class="far">
              <Menu label="My questions" choices={[...history.slice(0, 12).map((each) => ({ label: each.length > 70 ? `${each.slice(0, 69)}…` : each, act: () => ask(each) })), { label: 'Forget them', act: () => (localStorage.removeItem(STORE), setRound(round + 1)) }]} />
            </span>
          )}
        </div>
        <details open={rules !== ''}>
          <summary>Own clauses for this question</summary>
          <textarea class="mono" aria-label="Own clauses" style="margin-top: 6px" spellcheck={false} value={clauses} placeholder={'busy_person(Who) :- aggregate_all(count, did(Who, _, _), N), N > 10.'} onInput={(event) => setClauses(event.currentTarget.value)} />
        </details>
      </form>

      <details open={goal === ''} style="margin: 8px 0 16px">
        <summary>Examples</summary>
        <ul class="examples" aria-label="Examples" style="margin-top: 8px">
          {EXAMPLES.map(([title, example]) => (
            <li key={title}>
              <button type="button" title={example} onClick={() => ask(example)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </details>

      <div aria-live="polite">
        {busy !== undefined && <Busy since={busy} stop={() => (running.current?.abort(), setBusy(undefined))} />}
        {problem && (
          <>
            <Problem of={problem.of} again={problem.of.status === 0 ? () => setRound(round + 1) : undefined} />
            {wrong && (
              <pre class="wrong-goal">
                {problem.goal.slice(0, wrong.from)}
                <mark>{problem.goal.slice(wrong.from, wrong.to) || ' '}</mark>
                {problem.goal.slice(wrong.to)}
              </pre>
            )}
            {/30 seconds|more than/.test(problem.of.detail) && <p class="soft">A question may take 30 seconds. Bind the case or the time, so that the index finds the answer instead of a search through the whole history.</p>}
          </>
        )}
      </div>
      {asked && !problem && <Result asked={asked} at={at} most={most} words={words} />}
      {goal === '' && !asked && !problem && (
        <Empty title="Ask anything about any moment">
          Every event of every case is a fact. <em>Fluents</em> hold from one event to another: work is active from its start to its end. Choose an example, or type the name of a fluent and take what is proposed. The same
          questions run with <code>mill query</code>.
        </Empty>
      )}
    </div>
  );
}

function Busy({ since, stop }: { since: number; stop: () => void }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => redraw((n) => n + 1), 500);
    return () => window.clearInterval(timer);
  }, []);
  const took = performance.now() - since;
  return took < 400 ? null : (
    <p class="row soft">
      <State of="searches" tone="run" /> {span(took)}; a question may take 30 seconds.{' '}
      <button type="button" class="quiet" onClick={stop}>
        Stop
      </button>
    </p>
  );
}

function Result({ asked, at, most, words }: { asked: Asked; at: string; most: number; words: typeof OWN }) {
  const { answers, goal } = asked;
  // Variables that no answer binds, such as those inside of findall, are nothing to look at.
  const variables = [...new Set(answers.answers.flatMap((each) => Object.keys(each)))].filter((name) => !answers.answers.every((each) => /^_G\d+$/.test(String(each[name]))));
  const known = roles(goal, variables, words);
  const timed = isTimed(known) && answers.answers.length > 0;
  const view = timed && query.value.get('view') === 'timeline' ? 'timeline' : 'table';
  const rows: Answer[] = answers.answers.map((values, i) => ({ at: i, values }));
  const strange = strangers(goal, words);
  const when = at === '' ? '' : `, as of ${exact(millis(at))}`;
  if (!answers.holds || variables.length === 0) {
    return (
      <div class="column" style="gap: 8px">
        <p class="row">
          <State of={answers.holds ? 'yes' : 'no'} tone={answers.holds ? 'done' : 'off'} /> {answers.holds ? 'It holds' : 'There is no answer'}
          {when}. <span class="soft">{span(asked.took)}</span>
        </p>
        {strange.map((each) => (
          <p key={each.name}>
            <State of="unknown" /> No fluent or event is called <code>{each.name}/{each.parameters.length}</code> unless rules of yours define it. {words.find((word) => word.name.startsWith(each.name.slice(0, 4)) && word.kind !== 'predicate') && <>Do you mean <code>{words.find((word) => word.name.startsWith(each.name.slice(0, 4)) && word.kind !== 'predicate')!.name}({words.find((word) => word.name.startsWith(each.name.slice(0, 4)) && word.kind !== 'predicate')!.parameters.join(', ')})</code>?</>}
          </p>
        ))}
      </div>
    );
  }
  return (
    <div>
      {timed && (
        <Tabs
          label="Views of the answers"
          names={[
            ['table', 'Table'],
            ['timeline', 'Timeline'],
          ]}
          chosen={view}
          choose={(name) => setQuery({ view: name === 'table' ? null : name })}
        />
      )}
      <p class="soft" style="margin-top: 8px">
        {answers.more ? (
          <>
            The first {rows.length.toLocaleString()} answers{when}, {span(asked.took)}.{' '}
            {most < MOST ? (
              <button type="button" class="quiet" onClick={() => setQuery({ most: String(MOST) })}>
                Ask for {MOST.toLocaleString()}
              </button>
            ) : (
              'The server gives at most 1,000: name a case, a task or a time in the question to narrow it.'
            )}
          </>
        ) : (
          `All answers${when}, ${span(asked.took)}.`
        )}
      </p>
      {view === 'timeline' ? <AnswerTimeline answers={rows} variables={variables} roles={known} /> : <AnswerTable answers={rows} variables={variables} roles={known} words={words} />}
    </div>
  );
}
