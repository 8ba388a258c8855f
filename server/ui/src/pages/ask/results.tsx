/** The answers of a question: as a table whose cells lead to what they name, and over time. */
import type { ComponentChildren } from 'preact';
import { serverNow } from '../../lib/clock';
import { parameter, setQuery, to } from '../../lib/router';
import { exact, span } from '../../lib/time';
import { at as under } from '../../lib/keyed';
import { part } from '../../lib/segment';
import type { Json } from '../../lib/types';
import { Time } from '../../parts/basics';
import { Gantt, type Bar } from '../../parts/chart/gantt';
import { Table, type Column } from '../../parts/table';
import { brief } from '../../parts/value';
import { asCall, bare, rolesOf, type Role } from './terms';
import type { Word } from './vocabulary';

export interface Answer {
  at: number;
  values: Record<string, Json>;
}

function isInstant(value: Json | undefined): value is number {
  return typeof value === 'number' && value > 1e8 && value < 1e11;
}

/** A value as what it is: a link to a case, an instant, a length of time, a term with links inside. */
export function Cell({ value, role, words }: { value: Json | undefined; role: Role; words: Word[] }): ComponentChildren {
  const text = typeof value === 'string' ? value : brief(value, 400);
  if ((role === 'time' || role === 'start' || role === 'end') && isInstant(value)) {
    return <Time at={value * 1_000} />;
  }
  if (role === 'end' && value === 'inf') {
    return <span class="soft">still</span>;
  }
  if (role === 'seconds' && typeof value === 'number') {
    return <span title={`${value} s`}>{span(value * 1_000)}</span>;
  }
  if (role === 'period') {
    const ends = period(value);
    return ends ? (
      <>
        <Time at={ends[0]} plain /> – {ends[1] === undefined ? 'now' : <Time at={ends[1]} plain />}
      </>
    ) : (
      text
    );
  }
  if (role === 'case' && /^'?\d+(\.\d+)*'?$/.test(text)) {
    return <a href={to.case(bare(text))}>{bare(text)}</a>;
  }
  const call = typeof value === 'string' ? asCall(value) : null;
  if (call) {
    const known = rolesOf(call, words);
    return (
      <span class="mono">
        {call.name}(
        {call.parameters.map((each, i) => (
          <>
            {i > 0 && ', '}
            <Cell value={each} role={known[i]!} words={words} />
          </>
        ))}
        )
      </span>
    );
  }
  if (role === 'task') {
    return <a href={`/work?task=${part(bare(text))}`}>{bare(text)}</a>;
  }
  if (role === 'who' && /^[\w'][\w .'-]*$/.test(text) && text !== 'nobody' && text !== 'anyone') {
    return <a href={`/agents?participant=${part(bare(text))}`}>{bare(text)}</a>;
  }
  if (role === 'process') {
    return <a href={to.process(bare(text))}>{bare(text)}</a>;
  }
  return <span class={typeof value === 'string' ? undefined : 'mono'}>{text}</span>;
}

/** The ends of an interval such as `12.5-20` or `12.5-inf`, in milliseconds. */
function period(value: Json | undefined): [number, number | undefined] | null {
  const found = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?|inf)$/.exec(String(value));
  return found ? [Number(found[1]) * 1_000, found[2] === 'inf' ? undefined : Number(found[2]) * 1_000] : null;
}

function plainText(value: Json | undefined, role: Role): string | number | undefined {
  if ((role === 'time' || role === 'start' || role === 'end') && isInstant(value)) {
    return new Date(value * 1_000).toISOString();
  }
  return typeof value === 'number' ? value : value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
}

export function AnswerTable({ answers, variables, roles, words }: { answers: Answer[]; variables: string[]; roles: Record<string, Role>; words: Word[] }) {
  const columns: Column<Answer>[] = variables.map((name) => ({
    name,
    title: name,
    width: roles[name] === 'case' || roles[name] === 'seconds' ? 'minmax(80px, 0.6fr)' : roles[name] === 'other' ? 'minmax(140px, 2fr)' : 'minmax(110px, 1fr)',
    number: roles[name] === 'seconds',
    cell: (row) => <Cell value={under(row.values, name)} role={roles[name]!} words={words} />,
    value: (row) => plainText(under(row.values, name), roles[name]!),
  }));
  return <Table label="Answers" sortable columns={columns} rows={answers} id={(row) => String(row.at)} height="calc(100vh - 200px)" file="answers" summary={`${answers.length.toLocaleString()} ${answers.length === 1 ? 'answer' : 'answers'}`} />;
}

/** Whether answers have times: intervals or instants. */
export function isTimed(roles: Record<string, Role>): boolean {
  return Object.values(roles).some((role) => role === 'time' || role === 'period' || role === 'start');
}

/** Answers over time: intervals as bars, instants as points. */
export function AnswerTimeline({ answers, variables, roles }: { answers: Answer[]; variables: string[]; roles: Record<string, Role> }) {
  const of = (wanted: Role) => variables.find((name) => roles[name] === wanted);
  const [start, end, both, time] = [of('start'), of('end'), of('period'), of('time')];
  const others = variables.filter((name) => !['start', 'end', 'period', 'time', 'seconds'].includes(roles[name]!));
  const rowOf = others.includes(parameter('rows')) ? parameter('rows') : (of('who') ?? of('task') ?? of('case') ?? others[0] ?? '');
  const label = of('task') ?? others.find((name) => name !== rowOf) ?? rowOf;
  const show = (value: Json | undefined) => bare(typeof value === 'string' ? value : brief(value, 60));
  const head = (text: string) => asCall(text)?.name ?? text;
  const bars: Bar[] = [];
  for (const each of answers) {
    const span = both ? period(each.values[both]) : null;
    const from = span ? span[0] : start ? Number(each.values[start]) * 1_000 : Number(each.values[time!]) * 1_000;
    const to_ = span ? span[1] : end ? (each.values[end] === 'inf' ? undefined : Number(each.values[end]) * 1_000) : from;
    if (Number.isFinite(from)) {
      const link = of('case');
      const title = label === '' ? '' : show(each.values[label]);
      bars.push({
        id: String(each.at),
        row: rowOf === '' ? 'answers' : head(show(each.values[rowOf])),
        from,
        ...(to_ === undefined || Number.isNaN(to_) ? {} : { to: to_ }),
        title,
        group: head(title),
        ...(link ? { href: to.case(show(each.values[link])) } : {}),
        facts: others.map((name) => [name, show(under(each.values, name))]),
      });
    }
  }
  const rows = [...new Set(bars.map((bar) => bar.row))].sort((a, b) => a.localeCompare(b, undefined, { numeric: true })).slice(0, 200).map((name) => ({ id: name, title: name }));
  const present = serverNow();
  const first = Math.min(...bars.map((bar) => bar.from));
  const last = Math.max(...bars.map((bar) => bar.to ?? present));
  const room = Math.max(1_000, last - first) * 0.02;
  return (
    <div class="column">
      <div class="row">
        {others.length > 1 && (
          <label class="row">
            A row for each
            <select value={rowOf} aria-label="A row for each" onChange={(event) => setQuery({ rows: event.currentTarget.value })}>
              {others.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        {bars.length > 0 && (
          <span class="soft">
            {exact(first)} to {exact(last)}
          </span>
        )}
      </div>
      <Gantt label="Answers over time" rows={rows} bars={bars} from={first - room} until={last + room} empty="No answer has a time." />
    </div>
  );
}
