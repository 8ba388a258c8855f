/** Models of simulations, fitted to what happened lately: how often cases arrive, with what data, how long work takes, what it gives, and who does it. */
import type { HistoryEvent, Json, Participant } from '../../lib/types';

/** A model: a name, and facts as text. */
export interface Model {
  name: string;
  facts: string;
}

/** What the history says about a process. */
export interface Fitted {
  process: string;
  /** Seconds between two cases. */
  gap: number | undefined;
  cases: number;
  /** The role whose work waited the longest. */
  scarce: string | undefined;
  /** The roles and participants that its work was offered to; all people matter if it is empty. */
  offeredTo: string[];
  /** Lines about arrivals and data. */
  arrivals: string[];
  /** Lines about durations, results and failures of tasks. */
  tasks: string[];
}

type Fields = Record<string, Json>;

function fields(value: Json | undefined): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** A name as an atom. */
export function atom(text: string): string {
  return /^[a-z][A-Za-z0-9_]*$/.test(text) ? text : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** A number of seconds with the digits that matter and a unit. */
export function time(seconds: number): string {
  const [length, unit] = seconds >= 172_800 ? [seconds / 86_400, 'd'] : seconds >= 7_200 ? [seconds / 3_600, 'h'] : seconds >= 120 ? [seconds / 60, 'm'] : [seconds, 's'];
  const whole = Math.round(length);
  // A unit stands behind whole numbers only.
  return Math.abs(length - whole) < 0.02 * length ? `${whole}${unit}` : String(Number(seconds.toPrecision(3)));
}

function mean(values: number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** A distribution for lengths of time: what deviates little is constant, what deviates as much as its mean is exponential. */
export function distribution(values: number[]): string {
  const average = Math.max(0.001, mean(values));
  if (values.length < 3) {
    return time(average);
  }
  const deviation = Math.sqrt(values.reduce((sum, each) => sum + (each - average) ** 2, 0) / (values.length - 1));
  const ratio = deviation / average;
  return ratio < 0.05 ? time(average) : ratio > 0.85 && ratio < 1.15 ? `exponential(${time(average)})` : `lognormal(${time(average)}, ${time(deviation)})`;
}

function literal(value: Json): string | null {
  return typeof value === 'number' ? String(value) : typeof value === 'boolean' ? String(value) : typeof value === 'string' && value.length <= 40 ? atom(value) : null;
}

/** Values as they were: drawn among a few, sampled where they are numbers. */
export function drawn(values: Json[]): string | null {
  const numbers = values.filter((each) => typeof each === 'number');
  const distinct = new Map<string, number>();
  for (const value of values) {
    const text = literal(value);
    if (text === null) {
      return null;
    }
    distinct.set(text, (distinct.get(text) ?? 0) + 1);
  }
  if (numbers.length === values.length && distinct.size > 6) {
    const step = Math.max(1, Math.floor(values.length / 25));
    return `sample([${values.filter((_, i) => i % step === 0).slice(0, 25).join(', ')}])`;
  }
  if (distinct.size === 0 || distinct.size > 6) {
    return null;
  }
  if (distinct.size === 1) {
    return [...distinct.keys()][0]!;
  }
  const all = [...distinct];
  const shares = all.map(([, count]) => Math.max(0.01, Math.round((count / values.length) * 100) / 100));
  // Shares are parts of one, whatever the rounding leaves.
  shares[0] = Math.round((shares[0]! + 1 - shares.reduce((sum, each) => sum + each, 0)) * 100) / 100;
  return `choice([${all.map(([text], i) => `${shares[i]}-${text}`).join(', ')}])`;
}

/** One value of fields, or all of it, as facts of a kind. */
function data(fact: string, subject: string, values: Json[]): string[] {
  const many = values.map(fields);
  if (many.every((each) => each !== null)) {
    const names = [...new Set(many.flatMap((each) => Object.keys(each!)))];
    return names.flatMap((name) => {
      const value = drawn(many.map((each) => each![name] ?? null).filter((each) => each !== null));
      return value === null ? [] : [`${fact}(${atom(subject)}, ${atom(name)}, ${value}).`];
    });
  }
  const value = drawn(values);
  return value === null ? [] : [`${fact}(${atom(subject)}, ${value}).`];
}

/** Fits a process to events, newest first. */
export function fit(process: string, events: HistoryEvent[], language: string): Fitted {
  const detail = (event: HistoryEvent) => (fields(event.detail) ?? {}) as Fields;
  const instant = (event: HistoryEvent) => Date.parse(event.recorded) / 1_000;
  const starts = events.filter((event) => event.kind === 'CaseStarted' && detail(event)['process'] === process && !event.case?.includes('.'));
  const cases = new Set(events.filter((event) => event.kind === 'CaseStarted' && detail(event)['process'] === process).map((event) => event.case));
  const times = starts.map(instant).sort((a, b) => a - b);
  const gap = times.length > 1 ? (times.at(-1)! - times[0]!) / (times.length - 1) : undefined;

  interface Item {
    task: string;
    roles: string[];
    whom: string[];
    offered: number;
    started?: number;
    ended?: number;
    output?: Json;
    failed?: boolean;
  }
  const items = new Map<string, Item>();
  for (const event of [...events].reverse()) {
    if (!cases.has(event.case)) {
      continue;
    }
    const of = detail(event);
    const id = `${event.case}#${String(of['work'])}`;
    const item = items.get(id);
    if (event.kind === 'WorkOffered') {
      items.set(id, { task: String(of['task']), roles: (of['roles'] as string[] | undefined) ?? [], whom: (of['participants'] as string[] | undefined) ?? [], offered: instant(event) });
    } else if (item && event.kind === 'WorkStarted') {
      item.started ??= instant(event);
    } else if (item && (event.kind === 'WorkCompleted' || event.kind === 'WorkFailed')) {
      item.ended = instant(event);
      item.failed = event.kind === 'WorkFailed';
      item.output = of['output'] ?? null;
    }
  }
  const byTask = new Map<string, Item[]>();
  const waits = new Map<string, number>();
  for (const item of items.values()) {
    byTask.set(item.task, [...(byTask.get(item.task) ?? []), item]);
    item.roles.forEach((role) => waits.set(role, (waits.get(role) ?? 0) + (item.started ?? item.ended ?? item.offered) - item.offered));
  }
  const tasks = [...byTask].flatMap(([task, done]) => {
    const ended = done.filter((item) => item.ended !== undefined);
    if (ended.length === 0) {
      return [];
    }
    const failed = ended.filter((item) => item.failed).length;
    return [
      `duration(${atom(task)}, ${distribution(ended.map((item) => item.ended! - (item.started ?? item.offered)))}).`,
      ...data('gives', task, ended.filter((item) => !item.failed && item.output !== null && item.output !== undefined).map((item) => item.output!)),
      ...(failed > 0 ? [`fails(${atom(task)}, ${Math.round((failed / ended.length) * 1_000) / 1_000}).`] : []),
    ];
  });
  const inputs = starts.map((event) => detail(event)['input'] ?? null).filter((each) => each !== null);
  return {
    process,
    gap,
    cases: starts.length,
    scarce: [...waits].sort((a, b) => b[1] - a[1])[0]?.[0],
    offeredTo: [...new Set([...items.values()].flatMap((item) => [...item.roles, ...item.whom]))],
    arrivals: [
      `arrivals(${atom(process)}, exponential(${time(gap ?? 3_600)})).${gap === undefined ? '  % a guess: too few cases have started' : ''}`,
      ...(language === 'prolog' || inputs.length === 0 ? [] : data('case_data', process, inputs)),
    ],
    tasks: tasks.length > 0 ? tasks : ['duration(_, triangular(5m, 10m, 30m)).  % a guess: no work has been done'],
  };
}

/** What changes in a variant of a model. */
export interface Change {
  role?: string;
  /** How many agents more, or fewer. */
  by?: number;
  /** How many times as many cases. */
  load?: number;
}

/** The facts of a model: arrivals, people, work. */
export function facts(fitted: Fitted[], people: Participant[], change: Change = {}): string {
  const lines: string[] = ['% Arrivals'];
  const faster = (line: string) => (change.load === undefined ? line : line.replace(/exponential\(([\d.]+)([smhd]?)\)/, (_, number: string, unit: string) => `exponential(${time((Number(number) * { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 }[unit]!) / change.load!)})`));
  fitted.forEach((each) => lines.push(...each.arrivals.map((line) => (line.startsWith('arrivals') ? faster(line) : line))));
  lines.push('', '% Who works');
  const needed = new Set(fitted.flatMap((each) => each.offeredTo));
  const matters = (person: Participant) => needed.size === 0 || needed.has(person.name) || person.roles.some((role) => needed.has(role));
  let fewer = change.by !== undefined && change.by < 0 ? -change.by : 0;
  for (const person of people.filter(matters)) {
    if (fewer > 0 && person.roles.length === 1 && person.roles[0] === change.role) {
      fewer--;
      continue;
    }
    lines.push(`agent(${atom(person.name)}).${person.roles.map((role) => `  role(${atom(person.name)}, ${atom(role)}).`).join('')}`);
  }
  for (let i = 1; i <= (change.by ?? 0); i++) {
    const name = atom(`another_${change.role}${i > 1 ? `_${i}` : ''}`);
    lines.push(`agent(${name}).  role(${name}, ${atom(change.role!)}).`);
  }
  const roles = [...new Set(people.filter(matters).flatMap((each) => each.roles))];
  if (roles.length > 0) {
    lines.push(`% cost(${atom(roles[0]!)}, 35).  an hour of work costs this`);
  } else {
    lines.push('% agents(clerk, 2).  without agents, somebody is always there');
  }
  lines.push('', '% How long work takes, and what it gives');
  fitted.forEach((each) => lines.push(...each.tasks));
  return lines.join('\n') + '\n';
}

/** Lengths of simulated time to choose from. */
export const LENGTHS: [string, string, number][] = [
  ['PT1M', '1 minute', 60],
  ['PT10M', '10 minutes', 600],
  ['PT1H', '1 hour', 3_600],
  ['PT8H', '8 hours', 28_800],
  ['P1D', '1 day', 86_400],
  ['P7D', '7 days', 604_800],
  ['P30D', '30 days', 2_592_000],
  ['P90D', '90 days', 7_776_000],
];

/** A length in which some hundred cases arrive: enough for figures, short enough to wait for. */
export function fittingLength(gap: number | undefined): string {
  return (LENGTHS.find(([, , seconds]) => seconds / (gap ?? 3_600) >= 200) ?? LENGTHS.at(-1)!)[0];
}

/** Work of the first run, as the server's drawing has it. */
export interface Stretch {
  worker: string;
  task: string;
  instance: string;
  from: number;
  to: number;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** The work in the server's Gantt chart: rows by their height, work by its tips. */
export function stretches(svg: string): { workers: string[]; stretches: Stretch[] } {
  const rows = new Map<number, string>();
  for (const each of svg.matchAll(/<text x="[\d.]+" y="([\d.]+)" class="name"[^>]*>([^<]*)<\/text>/g)) {
    rows.set(Math.round(Number(each[1]) - 14), unescaped(each[2]!));
  }
  const found: Stretch[] = [];
  for (const each of svg.matchAll(/<rect [^>]*\by="([\d.]+)"[^>]*><title>([^<]*), ([\d.]+) to ([\d.]+)<\/title>/g)) {
    const what = unescaped(each[2]!);
    const cut = what.lastIndexOf(' ');
    found.push({ worker: rows.get(Math.round(Number(each[1]))) ?? '', task: what.slice(0, cut), instance: what.slice(cut + 1), from: Number(each[3]), to: Number(each[4]) });
  }
  return { workers: [...rows.values()], stretches: found };
}
