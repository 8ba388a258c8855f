/** What is proved of a process: the verdict and its properties, problems with their counterexamples, findings, fixes. */
import './verdict.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { post } from '../lib/api';
import { useLoad } from '../lib/load';
import type { Counterexample, Finding, RuleReport, Soundness, Verification } from '../lib/types';
import { Dialog, Shown, State } from './basics';
import { kindInWords, stepInWords, taskOf } from './counterexample';
import { TextDifference } from './editor/difference';
import { sentence, type Place } from './editor/text';

const PROPERTIES: [keyof Soundness, string, string][] = [
  ['optionToComplete', 'Option to complete', 'From every state that can be reached, the case can still end.'],
  ['properCompletion', 'Proper completion', 'When a case ends, no token and no running task is left.'],
  ['noDeadTasks', 'No dead tasks', 'Every task is carried out in some case.'],
];

/** The three properties of a sound net. */
export function Properties({ of }: { of: Soundness }) {
  return (
    <dl class="properties">
      {PROPERTIES.map(([name, title, meaning]) => (
        <>
          <dt title={meaning}>{title}</dt>
          <dd>{of[name] === undefined ? <State of="not known" tone="wait" /> : of[name] ? <State of="holds" tone="done" /> : <State of="does not hold" tone="trouble" />}</dd>
        </>
      ))}
    </dl>
  );
}

/** The verdict on a net in one sentence. */
export function verdictInWords(of: Verification): string {
  const states = `${of.states.toLocaleString()} ${of.states === 1 ? 'state' : 'states'}`;
  switch (of.verdict) {
    case 'sound':
      return `Every case can end, ends cleanly, and every task can happen (${states}).`;
    case 'unsound':
      return `${of.problems.length} ${of.problems.length === 1 ? 'problem' : 'problems'} found (${states}).`;
    case 'unknown':
      return `Not decided within ${states}. ${(of.reasons ?? []).join(' ')}`;
    case 'invalid':
      return (of.reasons ?? []).join(' ');
  }
}

/** The verdict on rules: a word and a sentence. */
export function rulesInWords(of: RuleReport): { word: string; tone: 'done' | 'trouble' | 'wait'; sentence: string } {
  if (of.consistent === false) {
    return { word: 'contradictory', tone: 'trouble', sentence: `Nothing that can happen satisfies all rules: ${of.conflict.join(', ')} contradict each other.` };
  }
  if (of.enforceable === false) {
    return { word: 'not enforceable', tone: 'trouble', sentence: 'The tasks can break a rule, and no scheduler can prevent it.' };
  }
  if (of.consistent === undefined || of.enforceable === undefined) {
    return { word: 'unknown', tone: 'wait', sentence: of.warnings[0] ?? 'The search reached its limit before it could decide.' };
  }
  return { word: 'enforceable', tone: 'done', sentence: `The rules agree, and they can be kept whatever the tasks do (${of.states.toLocaleString()} states).` };
}

interface ProblemsProps {
  of: Verification;
  /** The problem whose counterexample is shown; -1 if none. */
  chosen: number;
  choose: (at: number) => void;
  /** Tries a fix. */
  fix?: (problem: Counterexample) => void;
  /** The words on the button of a fix. */
  fixWords?: string;
}

/** Problems of a net; choosing one plays its counterexample on the picture. */
export function Problems({ of, chosen, choose, fix, fixWords = 'Try this fix …' }: ProblemsProps) {
  return (
    <ul class="plain problems" aria-label="Problems">
      {of.problems.map((problem, i) => (
        <li key={i} class={i === chosen ? 'chosen' : undefined}>
          <button type="button" class="head" aria-pressed={i === chosen} onClick={() => choose(i === chosen ? -1 : i)}>
            <strong>{kindInWords(problem.kind)}</strong> {problem.message}
          </button>
          <div class="more column" style="gap: 6px">
            {problem.fix && (
              <p>
                <span class="soft">Fix: </span>
                {problem.fix}
              </p>
            )}
            <span class="row">
              <button type="button" onClick={() => choose(i === chosen ? -1 : i)}>
                {i === chosen ? 'Hide the counterexample' : 'Show it on the picture'}
              </button>
              {fix && problem.fixed !== undefined && (
                <button type="button" class="primary" onClick={() => fix(problem)}>
                  {fixWords}
                </button>
              )}
            </span>
          </div>
        </li>
      ))}
      {of.warnings.map((warning, i) => (
        <li key={`w${i}`} class="warning">
          <p class="head" style="padding: 8px 12px">
            <strong>Warning</strong> {warning.message}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Plays a counterexample: back, forward, by itself, or at a chosen step. */
export function Player({ of, step, show, close }: { of: Counterexample; step: number; show: (step: number) => void; close: () => void }) {
  const [playing, setPlaying] = useState(false);
  const box = useRef<HTMLElement>(null);
  const last = of.trace.length;
  useEffect(() => {
    if (!playing) {
      return;
    }
    if (step >= last) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(() => show(step + 1), 1_100);
    return () => window.clearTimeout(timer);
  }, [playing, step, last]);
  // On a small page the picture is above what was pressed.
  useEffect(() => box.current!.scrollIntoView({ block: 'nearest' }), [of.message]);
  const move = (to: number) => {
    setPlaying(false);
    show(Math.max(0, Math.min(last, to)));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      move(step + (event.key === 'ArrowRight' ? 1 : -1));
    }
  };
  const said = last === 0 ? of.message : step === 0 ? 'The case begins.' : step < last ? `${stepInWords(of, step - 1)}.` : `${stepInWords(of, step - 1)}. ${of.message}`;
  return (
    <section ref={box} class="player" aria-label="Counterexample" onKeyDown={keys}>
      <div class="row">
        <strong>{kindInWords(of.kind)}</strong>
        <span class="soft" aria-hidden="true">
          step {step} of {last}
        </span>
        <span class="row far">
          <button type="button" disabled={step === 0} onClick={() => move(step - 1)}>
            Back
          </button>
          <button
            type="button"
            disabled={last === 0}
            onClick={() => {
              if (!playing && step >= last) {
                show(0);
              }
              setPlaying(!playing);
            }}
          >
            {playing ? 'Pause' : 'Play'}
          </button>
          <button type="button" disabled={step >= last} onClick={() => move(step + 1)}>
            Forward
          </button>
          <button type="button" onClick={close}>
            Close
          </button>
        </span>
      </div>
      {last > 0 && (
        <ol>
          <li>
            <button type="button" class={step > 0 ? 'past' : undefined} aria-current={step === 0 ? 'step' : undefined} onClick={() => move(0)}>
              start
            </button>
          </li>
          {of.trace.map((each, i) => (
            <li key={i}>
              <button type="button" class={step > i + 1 ? 'past' : undefined} aria-current={step === i + 1 ? 'step' : undefined} title={stepInWords(of, i)} onClick={() => move(i + 1)}>
                {taskOf(each) === each ? each : each.replace(/^(\w+)\((.+)\)$/, '$2 ($1)')}
                {of.choices[i] && of.choices[i]!.length > 0 && <span class="soft">→ {of.choices[i]!.join(', ')}</span>}
              </button>
            </li>
          ))}
        </ol>
      )}
      <p class="said" role="status">
        {said}
      </p>
    </section>
  );
}

/** What is worth knowing about a text; one that has a line leads there. */
export function Findings({ of, goTo }: { of: Finding[]; goTo?: (line: number) => void }) {
  return (
    <ul class="plain findings" aria-label="Findings">
      {of.map((each, i) => (
        <li key={i}>
          <State of="warning" tone="wait" />
          <span>
            {each.line !== undefined && (goTo ? <button type="button" class="quiet" onClick={() => goTo(each.line!)}>line {each.line}</button> : <strong>line {each.line}</strong>)} {sentence(each.detail, each.code)}{' '}
            <code class="soft">{each.code}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Mistakes with their places. */
export function Places({ of, goTo }: { of: Place[]; goTo?: (place: Place) => void }) {
  return (
    <ul class="plain findings" aria-label="Mistakes">
      {of.map((each, i) => {
        const at = `${each.file === 'rules' ? 'rules, ' : ''}line ${each.line}${each.column > 0 ? `, column ${each.column}` : ''}`;
        return (
          <li key={i}>
            <State of={each.severity} tone={each.severity === 'error' ? 'trouble' : 'wait'} />
            <span>
              {goTo ? (
                <button type="button" class="quiet" onClick={() => goTo(each)}>
                  {at}
                </button>
              ) : (
                <strong>{at}</strong>
              )}{' '}
              {each.message} <code class="soft">{each.code}</code>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A fix before it is taken: what it changes, and what is proved of the changed text. */
export function TryFix({ file, text, problem, take, takeWords, close }: { file: string; text: string; problem: Counterexample; take: (text: string) => void; takeWords: string; close: () => void }) {
  const fixed = problem.fixed!;
  const proof = useLoad<Verification>((stop) => post('/verifications', { file, source: fixed }, { signal: stop }), [fixed]);
  return (
    <Dialog
      title="Try the fix"
      close={close}
      wide
      footer={
        <button type="button" class="primary" onClick={() => take(fixed)}>
          {takeWords}
        </button>
      }
    >
      <p>{problem.fix}</p>
      <TextDifference before={text} after={fixed} label="What the fix changes" />
      <Shown of={proof}>
        {(value) => (
          <p class="row" role="status">
            With this change the net is <State of={value.verdict} />
            <span class="soft">{verdictInWords(value)}</span>
          </p>
        )}
      </Shown>
      <p class="soft">The fix makes the net sound. Whether it is what you mean, you decide.</p>
    </Dialog>
  );
}
