/** Rules between events: each in its notation and in words, what is proved of them, their automaton, and where cases stand. */
import './process.css';
import { useMemo } from 'preact/hooks';
import { get, part } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { parameter, setQuery, to } from '../../lib/router';
import { may } from '../../lib/session';
import type { Case, CaseDetails, Page, RuleReport } from '../../lib/types';
import { Field, Panel, State } from '../../parts/basics';
import { Automaton } from '../../parts/picture/automaton';
import { rulesInWords } from '../../parts/verdict';
import type { Known } from '../process';
import { eachInWords, eventInWords, readRules, type RuleText } from './formula';
import { looksOf, shownStates } from './states';

const NEAR = 20;

/** How rules stand in a case. */
interface Standing {
  obligation?: string;
  required?: string[];
  violations?: unknown[];
}

function standingOf(details: CaseDetails): Standing {
  const standing = details.standing as Record<string, unknown> | null;
  // Beside another process the rules are a part of how its case stands.
  return ((standing?.['rules'] as Standing | undefined) ?? (standing as Standing | null) ?? {}) as Standing;
}

export function Rules({ of, report }: { of: Known; report: RuleReport }) {
  const text = of.definition ? (of.version.language === 'rules' ? of.definition.text : of.definition.rules) : '';
  const read = useMemo(() => readRules(text), [text]);
  const sees = may('administrator', 'designer', 'operator', 'auditor');
  const cases = useLoad<CaseDetails[]>(
    async (stop) => {
      if (!sees) {
        return [];
      }
      const page = await get<Page<Case>>('/cases', { process: of.process, state: 'running', descending: true, limit: NEAR }, stop);
      const found = await Promise.all(page.items.filter((each) => each.version === of.version.version).map((each) => get<CaseDetails>(`/cases/${part(each.case)}`, {}, stop).catch(() => undefined)));
      return found.filter((each) => each !== undefined);
    },
    [of.process, of.version.version],
    { kinds: ['CaseStarted', 'CaseCompleted', 'CaseFailed', 'CaseCancelled', 'CaseEnded', 'WorkStarted', 'WorkCompleted', 'WorkFailed'] },
    4_000,
  );
  const running = cases.value.value ?? [];
  return (
    <div class="process-page">
      <div class="column">
        <RuleList of={read} report={report} />
        <RuleStates report={report} running={running} />
        <Guards report={report} text={read} />
      </div>
      <div class="column">
        <RuleProof report={report} />
        {sees && <Obligations running={running} report={report} text={read} />}
        {read.events.length > 0 && <Events of={read} />}
      </div>
    </div>
  );
}

function boundIn(text: RuleText): Map<string, string> {
  return new Map(text.events.filter((each) => each.on !== '').map((each) => [each.name, each.on]));
}

/** Each rule in its notation and in words. */
export function RuleList({ of, report }: { of: RuleText; report: RuleReport }) {
  return (
    <Panel title={`Rules (${of.rules.length})`}>
      {of.rules.length === 0 && <p class="soft">The text has no rule yet. A rule begins with dep.</p>}
      {of.rules.map((rule) => (
        <div key={rule.name} class="rule">
          <span class="row">
            <strong>{rule.name}</strong>
            {rule.what === 'assume' && <span class="soft">assumed: the tasks keep it by themselves</span>}
            {report.conflict.includes(rule.name) && <State of="contradicts" tone="trouble" />}
            {report.redundant.includes(rule.name) && <State of="follows from the others" tone="off" />}
          </span>
          <code class="formula">{rule.expression}</code>
          <span class="soft">{rule.words}</span>
        </div>
      ))}
    </Panel>
  );
}

/** What is proved of rules. */
export function RuleProof({ report }: { report: RuleReport }) {
  const verdict = rulesInWords(report);
  const truth = (value: boolean | undefined) => (value === undefined ? <State of="not known" tone="wait" /> : value ? <State of="holds" tone="done" /> : <State of="does not hold" tone="trouble" />);
  const lists: [string, string[], string][] = [
    ['Contradict each other', report.conflict, 'A smallest set of rules that cannot all hold.'],
    ['How the tasks break a rule', report.losingPlay, 'With these events, in this order.'],
    ['Changes that would help', report.changes, 'Each makes the rules enforceable.'],
    ['Can never happen', report.dead, 'The rules exclude these events.'],
    ['Happen in every case', report.mandatory, 'Every case that keeps the rules has these events.'],
    ['Never accepted', report.neverAccepted, 'A scheduler that keeps the rules never lets these happen.'],
    ['Follow from the others', report.redundant, 'These rules can be left out.'],
  ];
  return (
    <Panel title="What is proved">
      <div class="column">
        <p class="row">
          <State of={verdict.word} tone={verdict.tone} /> <span>{verdict.sentence}</span>
        </p>
        <dl class="properties">
          <dt>The rules agree with each other</dt>
          <dd>{truth(report.consistent)}</dd>
          <dt>They can be enforced</dt>
          <dd>{truth(report.enforceable)}</dd>
        </dl>
        {lists
          .filter(([, all]) => all.length > 0)
          .map(([title, all, meaning]) => (
            <div key={title}>
              <strong>{title}</strong> <span class="soft">{meaning}</span>
              <p class="mono" style="overflow-wrap: anywhere">
                {all.join(title === 'How the tasks break a rule' ? ' → ' : ', ')}
              </p>
            </div>
          ))}
        {report.warnings.length > 0 && (
          <ul class="plain findings" aria-label="Warnings">
            {report.warnings.map((each, i) => (
              <li key={i}>
                <State of="warning" tone="wait" />
                <span>{each}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}

/** The automaton: states, the events that lead from one to another, and where running cases are. */
export function RuleStates({ report, running = [] }: { report: RuleReport; running?: CaseDetails[] }) {
  const table = report.table ?? [];
  const all = parameter('complements') === 'true';
  const where = useMemo(() => {
    const byObligation = new Map(table.map((state) => [state.obligation, state.state]));
    const found = new Map<number, CaseDetails[]>();
    for (const each of running) {
      const state = byObligation.get(standingOf(each).obligation ?? '');
      if (state !== undefined) {
        found.set(state, [...(found.get(state) ?? []), each]);
      }
    }
    return found;
  }, [table, running]);
  const current = useMemo(() => new Set(where.keys()), [where]);
  const shown = useMemo(() => shownStates(table, current, all), [table, current, all]);
  if (table.length === 0) {
    return null;
  }
  return (
    <Panel
      title="States"
      actions={
        <label class="row">
          <input type="checkbox" checked={all} onChange={(event) => setQuery({ complements: event.currentTarget.checked ? 'true' : null })} /> with events that are ruled out
        </label>
      }
    >
      <div class="column">
        <Automaton
          label="States of the rules"
          download="rules"
          selected={parameter('state') || undefined}
          onSelect={(state) => setQuery({ state: state === null || state.id === parameter('state') ? null : state.id })}
          states={shown.states.map((state) => {
            const look = looksOf(state, current);
            const cases = where.get(state.state)?.length ?? 0;
            return { id: String(state.state), label: `${state.state}${cases > 0 ? ` (${cases} ${cases === 1 ? 'case' : 'cases'})` : ''}`, look };
          })}
          moves={shown.moves}
        />
        <p class="soft small">
          {shown.states.length} of {table.length} states are shown, with the events that the scheduler accepts. {current.size > 0 && (running.length === 1 ? 'The one running case is in them.' : `The newest ${running.length} running cases are in them.`)}
        </p>
        <div class="table-box" tabIndex={0} role="region" aria-label="States in words" style="max-height: 320px">
          <table class="guards">
            <thead>
              <tr>
                <th>State</th>
                <th>What remains</th>
                <th>Must happen</th>
                <th>Waits</th>
                <th>Cases</th>
              </tr>
            </thead>
            <tbody>
              {shown.states.map((state) => (
                <tr key={state.state} class={String(state.state) === parameter('state') ? 'chosen' : undefined}>
                  <td>{state.state}</td>
                  <td class="mono">{state.obligation === 'true' ? 'nothing' : state.obligation}</td>
                  <td class="mono">{state.required.filter((each) => !each.startsWith('~')).join(', ')}</td>
                  <td class="mono">{state.delayed.filter((each) => !each.startsWith('~')).join(', ')}</td>
                  <td>
                    {(where.get(state.state) ?? []).slice(0, 5).map((each) => (
                      <>
                        <a href={to.case(each.case)}>{each.case}</a>{' '}
                      </>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Panel>
  );
}

/** A guard with its signs explained. */
function guardInWords(guard: string): string {
  return guard === 'true' ? 'at any time' : guard === 'false' ? 'never' : guard.replaceAll('[]', '□').replaceAll('<>', '◇');
}

/** Under which condition each event may happen. */
export function Guards({ report, text }: { report: RuleReport; text: RuleText }) {
  const bound = boundIn(text);
  const guards = Object.entries(report.guards ?? {}).filter(([event]) => !event.startsWith('~'));
  if (guards.length === 0) {
    return null;
  }
  return (
    <Panel title="When each event may happen">
      <div class="table-box">
        <table class="guards">
          <thead>
            <tr>
              <th>Event</th>
              <th>Meaning</th>
              <th>May happen</th>
            </tr>
          </thead>
          <tbody>
            {guards.map(([event, guard]) => (
              <tr key={event}>
                <td class="mono">{event}</td>
                <td>{eventInWords(event, bound)}</td>
                <td class="mono" style="overflow-wrap: anywhere">
                  {guardInWords(guard)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="soft small" style="margin-top: 8px">
        □e: e has happened. !e: e has not happened yet. ◇E: E is satisfied in the end. ~e: e never happens.
      </p>
    </Panel>
  );
}

/** What the rules still demand of one case. */
function Obligations({ running, report, text }: { running: CaseDetails[]; report: RuleReport; text: RuleText }) {
  const bound = boundIn(text);
  const chosen = running.find((each) => each.case === parameter('case')) ?? running[0];
  const standing = chosen && standingOf(chosen);
  const state = report.table?.find((each) => each.obligation === standing?.obligation);
  return (
    <Panel title="Obligations of a case">
      {!chosen || !standing ? (
        <p class="soft">No case runs on this version. Start one, and what the rules demand of it is shown here.</p>
      ) : (
        <div class="column">
          <Field label="Running case">
            {(id) => (
              <select id={id} value={chosen.case} onChange={(event) => setQuery({ case: event.currentTarget.value })}>
                {running.map((each) => (
                  <option key={each.case} value={each.case}>
                    {each.case} {each.key ?? ''}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <p>
            <a href={to.case(chosen.case)}>Open case {chosen.case}</a>
          </p>
          {standing.obligation === undefined ? (
            <p class="soft">The case does not say how its rules stand.</p>
          ) : standing.obligation === 'true' ? (
            <p>The rules demand nothing more.</p>
          ) : (
            <div>
              <p class="soft">What remains to be satisfied:</p>
              <ul style="margin: 4px 0 0; padding-left: 18px">
                {eachInWords(standing.obligation, bound).map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </div>
          )}
          {(standing.required ?? []).length > 0 && (
            <p>
              <State of="must happen" tone="wait" /> {standing.required!.map((each) => (each.startsWith('~') ? eventInWords(each.slice(1), bound, false) : eventInWords(each, bound))).join('; ')}
            </p>
          )}
          {chosen.attempts.map((each) => (
            <p key={each.attempt}>
              <State of="delayed" /> {each.reason}
            </p>
          ))}
          {(standing.violations ?? []).length > 0 && (
            <p>
              <State of="broken" tone="trouble" /> {standing.violations!.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ')}
            </p>
          )}
          {state && <p class="soft small">It is in state {state.state}.</p>}
        </div>
      )}
    </Panel>
  );
}

/** The declared events, and who controls them. */
function Events({ of }: { of: RuleText }) {
  return (
    <Panel title="Events">
      <div class="table-box">
        <table class="guards">
          <tbody>
            {of.events.map((each) => (
              <tr key={each.name}>
                <td class="mono">{each.name}</td>
                <td class="mono soft">{each.on}</td>
                <td>{each.attributes || 'flexible'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
