/** What a case is made of at the moment that is shown: work, timers, rules, data, sub-cases, files. */
import { useEffect, useState } from 'preact/hooks';
import { asProblem, get, part, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { to } from '../../lib/router';
import { identityHeaders, may } from '../../lib/session';
import { ago, exact, millis, span } from '../../lib/time';
import type { CaseDetails, Fields, Json, Page, Work } from '../../lib/types';
import { Id, Menu, Problem, State } from '../../parts/basics';
import { camel } from '../../parts/events';
import { brief, Value } from '../../parts/value';
import { Sentence } from '../../parts/words';
import type { Deed } from './deeds';

interface Props {
  of: CaseDetails;
  /** The moment that is shown, in milliseconds. */
  moment: number;
  /** Why nothing can be done now, if so. */
  locked: string | undefined;
  /** The node that everything is filtered by. */
  node: string;
  why: (task: string) => void;
  act: (deed: Deed) => void;
  /** What the turn before had under the names that changed in the turn that is shown. */
  changed: ReadonlyMap<string, Json | undefined>;
  /** Where links lead to other cases of the same moment. */
  suffix: string;
}

/** How a moment of the past or future is seen from the moment that is shown. */
function When({ at, moment }: { at: string; moment: number }) {
  return (
    <time dateTime={at} title={exact(millis(at))}>
      {ago(millis(at), moment)}
    </time>
  );
}

/** The sections beside the picture. */
export function Panels(props: Props) {
  const { of } = props;
  return (
    <div class="case-panels">
      <Section title="Next">
        {of.next.length === 0 ? (
          <span class="soft">{of.ended || of.state === 'completed' ? 'nothing: the case has ended' : 'nothing'}</span>
        ) : (
          <ul class="plain">
            {of.next.slice(0, 20).map((each) => (
              <li key={each}>
                <Sentence text={each} />
              </li>
            ))}
          </ul>
        )}
        {of.outcome !== undefined && JSON.stringify(of.outcome) !== JSON.stringify(of.data) && <p class="soft">Outcome: {brief(of.outcome, 200)}</p>}
      </Section>
      <WorkSection {...props} />
      <Waits {...props} />
      <Rules {...props} />
      <DataSection {...props} />
      {of.subCases.length > 0 && <SubCases {...props} />}
      <Remote of={of} />
      <Files id={of.case} ended={of.state} />
    </div>
  );
}

function Section({ title, actions, children }: { title: string; actions?: preact.ComponentChildren; children: preact.ComponentChildren }) {
  return (
    <section class="case-section" aria-label={title}>
      <h2>
        {title} {actions && <span class="row far">{actions}</span>}
      </h2>
      <div class="inside">{children}</div>
    </section>
  );
}

const MOST_WORK = 60;

function WorkSection({ of, moment, locked, node, why, act }: Props) {
  const items = node === '' ? of.work : of.work.filter((item) => item.task === node);
  return (
    <Section title="Work">
      {items.length === 0 ? (
        <span class="soft">{node !== '' && of.work.length > 0 ? `no open work of ${node}` : 'no open work'}</span>
      ) : (
        <ul class="plain work-rows">
          {items.slice(0, MOST_WORK).map((item) => (
            <WorkRow key={item.work} item={item} moment={moment} locked={locked} why={why} act={act} />
          ))}
        </ul>
      )}
      {items.length > MOST_WORK && <a href={`/work?case=${part(of.case)}`}>all {items.length.toLocaleString()} open items</a>}
    </Section>
  );
}

function WorkRow({ item, moment, locked, why, act }: { item: Work; moment: number; locked: string | undefined; why: (task: string) => void; act: (deed: Deed) => void }) {
  const late = item.due !== undefined && millis(item.due) < moment;
  const who = item.holder ?? (item.by === 'people' ? [...(item.roles ?? []), ...(item.participants ?? [])].filter((each, i, all) => all.indexOf(each) === i).join(', ') : (item.doer ?? item.by));
  return (
    <li class="work-row">
      <div class="row">
        {item.subCase ? <a href={to.case(item.subCase)}>{item.task}</a> : <a href={to.work(item.work)}>{item.task}</a>}
        <State of={item.incident ? 'incident' : item.delayed ? 'delayed' : item.state} title={item.incident ?? item.delayed} />
        <span class="soft">
          {item.holder ? item.holder : who === '' ? 'anybody' : `for ${who}`}, {span(moment - millis(item.offered))}
        </span>
        <span class="row far">
          <button type="button" class="quiet" aria-label={`Why is ${item.task} ${item.state}?`} onClick={() => why(item.task)}>
            why?
          </button>
          {may('operator', 'administrator') && (
            <Menu
              label="Act"
              choices={[
                { label: 'Hand to somebody …', act: () => act({ kind: 'delegate', item }), disabled: locked },
                { label: 'Skip …', act: () => act({ kind: 'skip', item }), disabled: locked },
                { label: 'Withdraw …', act: () => act({ kind: 'withdraw', item }), disabled: locked },
                { label: 'Fail …', act: () => act({ kind: 'fail', item }), disabled: locked },
                ...(item.incident ? [{ label: 'Try again …', act: () => act({ kind: 'retry-work', item }), disabled: locked }] : []),
                { label: 'Do it again …', act: () => act({ kind: 'redo', step: item.task }), disabled: locked },
              ]}
            />
          )}
        </span>
      </div>
      {item.due && (
        <div class="row">
          {late ? <State of="late" /> : null}
          <span class="soft">
            due <When at={item.due} moment={moment} />
          </span>
        </div>
      )}
      {item.incident && <p class="trouble-text">{item.incident}</p>}
    </li>
  );
}

function Waits({ of, moment, node, locked, act }: Props) {
  const alarms = node === '' ? of.alarms : of.alarms.filter((alarm) => alarm.purpose.includes(`'${node}'`));
  const waits = node === '' ? of.waits : [];
  return (
    <Section title="Timers and waits">
      {alarms.length === 0 && waits.length === 0 ? (
        <span class="soft">none</span>
      ) : (
        <ul class="plain">
          {alarms.slice(0, 30).map((alarm) => (
            <li key={alarm.timer}>
              <When at={alarm.due} moment={moment} /> <Sentence text={alarm.purpose} />
            </li>
          ))}
          {waits.slice(0, 30).map((wait) => (
            <li key={wait.signal + wait.key} class="row">
              <span>
                waits for signal <strong>{wait.signal}</strong> {wait.key !== of.case && <span class="soft">with key {wait.key}</span>}
              </span>
              {may('operator', 'administrator', 'participant', 'worker') && (
                <button type="button" class="quiet far" disabled={locked !== undefined} title={locked} onClick={() => act({ kind: 'signal', signal: wait.signal })}>
                  send it …
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface Standing {
  obligation?: string;
  required?: string[];
  violations?: string[];
}

/** The rule that a sentence of the engine names. */
function ruleOf(reason: string): string | undefined {
  return /rule '([^']+)'/.exec(reason)?.[1];
}

/** What a sentence of the engine says would end a delay. */
function liftOf(reason: string): string {
  const found = /; (it can happen .*)$/.exec(reason);
  return found ? found[1]! : '';
}

function Rules({ of, moment, node, why }: Props) {
  const standing = (of.standing ?? {}) as Standing & { rules?: Standing };
  const rules: Standing = standing.rules ?? standing;
  const taskOf = (detail: Json): string => {
    const fields = (detail ?? {}) as Fields;
    const item = of.work.find((each) => each.work === `${of.case}#${String(fields['work'])}`);
    return typeof fields['task'] === 'string' ? fields['task'] : (item?.task ?? '');
  };
  const attempts = node === '' ? of.attempts : of.attempts.filter((attempt) => taskOf(attempt.detail) === node);
  const ruled = rules.obligation !== undefined || (rules.required?.length ?? 0) > 0 || (rules.violations?.length ?? 0) > 0;
  return (
    <Section title="Rules">
      {attempts.length === 0 && (node !== '' || !ruled) && <span class="soft">{node === '' ? 'no rule concerns it now' : `no rule delays ${node}`}</span>}
      {attempts.map((attempt) => {
        const rule = ruleOf(attempt.reason);
        const task = taskOf(attempt.detail);
        const lift = liftOf(attempt.reason);
        return (
          <div key={attempt.attempt} class="attempt">
            <div class="row">
              <State of="delayed" />
              <strong>{`${task ? task + ': ' : ''}${camel(attempt.event)}`}</strong>
              <span class="soft">
                {attempt.by ? `by ${attempt.by}, ` : ''}
                <When at={attempt.since} moment={moment} />
              </span>
              {task !== '' && (
                <button type="button" class="quiet far" aria-label={`Why is ${task} delayed?`} onClick={() => why(task)}>
                  why?
                </button>
              )}
            </div>
            <p>
              {rule ? (
                <>
                  Rule <a href={`${to.process(of.process, of.version)}&rule=${part(rule)}`}>{rule}</a> {attempt.reason.replace(/^rule '[^']+' /, '').replace(/; it can happen .*$/, '')}.
                </>
              ) : (
                attempt.reason
              )}
            </p>
            {lift !== '' && <p>It goes on by itself: {lift}.</p>}
          </div>
        );
      })}
      {node === '' && ruled && (
        <dl class="pairs">
          {(rules.required?.length ?? 0) > 0 && (
            <>
              <dt>demanded</dt>
              <dd>{rules.required!.join(', ')}</dd>
            </>
          )}
          {(rules.violations?.length ?? 0) > 0 && (
            <>
              <dt>broken</dt>
              <dd class="trouble-text">{rules.violations!.join(', ')}</dd>
            </>
          )}
          {rules.obligation !== undefined && (
            <>
              <dt>still in force</dt>
              <dd class="mono small">{rules.obligation}</dd>
            </>
          )}
        </dl>
      )}
    </Section>
  );
}

function DataSection({ of, locked, act, changed }: Props) {
  const data = of.data;
  const plain = typeof data === 'object' && data !== null && !Array.isArray(data);
  const names = plain ? Object.keys(data) : [];
  const mayChange = may('operator', 'administrator') && of.state !== 'completed' && of.state !== 'failed' && of.state !== 'cancelled';
  return (
    <Section
      title="Data"
      actions={
        mayChange && (
          <button type="button" class="quiet" disabled={locked !== undefined} title={locked} onClick={() => act({ kind: 'change-data', name: '', value: null })}>
            change …
          </button>
        )
      }
    >
      {!plain ? (
        <Value of={data} />
      ) : names.length === 0 ? (
        <span class="soft">no data yet</span>
      ) : (
        <dl class="pairs data">
          {names.slice(0, 200).map((name) => {
            const news = changed.has(name);
            const before = changed.get(name);
            return (
              <>
                <dt key={`${name}-name`}>{name}</dt>
                <dd key={`${name}-value`} class={news ? 'changed' : undefined}>
                  <Value of={(data as Fields)[name]} depth={1} />
                  {news && <span class="news">{before === undefined ? 'new' : `was ${brief(before, 40)}`}</span>}
                  {mayChange && (
                    <button type="button" class="quiet small edit" aria-label={`Change ${name} by hand`} disabled={locked !== undefined} title={locked} onClick={() => act({ kind: 'change-data', name, value: (data as Fields)[name] ?? null })}>
                      change
                    </button>
                  )}
                </dd>
              </>
            );
          })}
        </dl>
      )}
    </Section>
  );
}

/** The open sub-cases, with their states. */
function SubCases({ of, suffix }: Props) {
  const known = of.children ?? [];
  const shown = known.slice(0, 20);
  return (
    <Section title="Sub-cases">
      <ul class="plain">
        {shown.map((child) => (
          <li key={child.case} class="row">
            <a class="mono" href={to.case(child.case) + suffix}>
              {child.case}
            </a>
            <span>{child.process}</span>
            <State of={child.state} />
            <span class="soft">for {child.task}</span>
          </li>
        ))}
      </ul>
      {of.subCases.length > shown.length && <span class="soft">and {(of.subCases.length - shown.length).toLocaleString()} more</span>}
    </Section>
  );
}

interface RemoteCase {
  case: string;
  engine: string;
  process: string;
  remote?: string;
  state?: string;
  incident?: string;
  next?: string[];
  problem?: string;
}

/** The cases of other engines that carry out parts of this one. */
function Remote({ of }: { of: CaseDetails }) {
  const later = useLater();
  const read = useLoad<Page<RemoteCase>>((stop) => (!later ? Promise.resolve({ items: [] }) : get<Page<RemoteCase>>(`/cases/${part(of.case)}/remote`, {}, stop).catch(() => ({ items: [] }))), [of.case, of.at === undefined ? of.work.length : -1, later]);
  const items = read.value.value?.items ?? [];
  return items.length === 0 ? null : (
    <Section title="At other engines">
      <ul class="plain">
        {items.map((each) => (
          <li key={each.engine + (each.remote ?? each.case)}>
            <span class="row">
              <strong>{each.engine}</strong> {each.process} {each.remote && <Id text={each.remote} />} {each.state && <State of={each.incident ? 'incident' : each.state} />}
            </span>
            {each.next?.map((next) => <p class="soft">{next}</p>)}
            {each.problem && <p class="soft">{each.problem}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** False at first, and true when what everybody looks at is on the page. */
function useLater(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(true), 500);
    return () => window.clearTimeout(timer);
  }, []);
  return later;
}

interface FileInfo {
  file: string;
  name: string;
  bytes: number;
}

/** The files of a case. They are fetched with the reader's key, so a plain link would not do. */
function Files({ id, ended }: { id: string; ended: string }) {
  const later = useLater();
  const read = useLoad<Page<FileInfo>>((stop) => (!later ? Promise.resolve({ items: [] }) : get<Page<FileInfo>>(`/cases/${part(id)}/files`, { limit: 100 }, stop).catch(() => ({ items: [] }))), [id, ended, later]);
  const [problem, setProblem] = useState<ProblemData>();
  const items = read.value.value?.items ?? [];
  const fetchFile = async (file: FileInfo) => {
    setProblem(undefined);
    try {
      const response = await fetch(`/api/v1/cases/${part(id)}/files/${part(file.file)}`, { headers: identityHeaders() });
      if (!response.ok) {
        throw new Error(`The server answered with status ${response.status}. Try again.`);
      }
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await response.blob());
      link.download = file.name;
      link.click();
      window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (failure) {
      setProblem(asProblem(failure));
    }
  };
  return items.length === 0 ? null : (
    <Section title="Files">
      <Problem of={problem} />
      <ul class="plain">
        {items.map((file) => (
          <li key={file.file} class="row">
            <button type="button" class="quiet" onClick={() => void fetchFile(file)}>
              {file.name}
            </button>
            <span class="soft small">{Math.ceil(file.bytes / 1024).toLocaleString()} KB</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
