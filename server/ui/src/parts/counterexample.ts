/** A counterexample on a picture: where the tokens are after each of its steps, and what each step is. */
import { at as under, keyed } from '../lib/keyed';
import type { Counterexample, Figure, Marks } from '../lib/types';
import type { Look } from './picture/words';

/** The task of a step: `start(t)` and `complete(t)` are parts of one. */
export function taskOf(step: string): string {
  return /^(?:start|complete|enter|exit|cancel)\((.+)\)$/.exec(step)?.[1] ?? step;
}

/** Tokens as scenarios write them: `c*2` are two, `exec(t)` is a running task. */
export function tokensOf(written: string[]): Record<string, number> {
  const tokens = keyed<number>();
  for (const each of written) {
    const [, name = each, count] = /^(.*?)(?:\*(\d+))?$/.exec(each) ?? [];
    const node = /^exec\((.+)\)$/.exec(name)?.[1] ?? name;
    tokens[node] = (tokens[node] ?? 0) + Number(count ?? 1);
  }
  return tokens;
}

/** How nodes and edges look: sheets by name, then nodes by id and edges by mark. */
export type Looks = Record<string, Record<string, Look>>;

export interface Scene {
  marks: Marks;
  looks: Looks;
}

function sheetOf(figure: Figure, net: string) {
  return figure.sheets.find((sheet) => sheet.name === net) ?? figure.sheets[0];
}

/** What the picture shows after some steps; before the first, the tokens are where every case begins. */
export function scene(problem: Counterexample, step: number, figure: Figure): Scene {
  const last = problem.trace.length;
  const home = sheetOf(figure, problem.net)?.name ?? problem.net;
  const looks: Looks = keyed();
  const look = (at: number, as: Look) => {
    const place = problem.steps?.[at];
    (looks[place?.sheet ?? home] ??= keyed())[place?.task ?? taskOf(problem.trace[at]!)] ??= as;
  };
  if (step < last) {
    look(step, 'next');
  }
  if (step > 0 && step < last) {
    look(step - 1, 'done');
  }
  if (step === last) {
    problem.nodes.forEach((node) => ((looks[home] ??= keyed())[node] = 'trouble'));
  }
  return { marks: marksAfter(problem, step, figure, home), looks };
}

function marksAfter(problem: Counterexample, step: number, figure: Figure, home: string): Marks {
  if (step > 0) {
    return problem.steps?.[step - 1]?.marks ?? (step === problem.trace.length ? keyed([[home, tokensOf(problem.tokens)]]) : {});
  }
  const first = figure.sheets[0];
  const start = first?.nodes.find((node) => node.shape === 'start');
  return problem.trace.length === 0 ? {} : (problem.start ?? (first && start ? keyed([[first.name, keyed([[start.id, 1]])]]) : {}));
}

/** A step in words. */
export function stepInWords(problem: Counterexample, at: number): string {
  const step = problem.trace[at]!;
  const choice = problem.choices[at];
  const verb = /^start\(/.test(step) ? 'starts' : /^complete\(/.test(step) ? 'completes' : 'is carried out';
  const toward = choice && choice.length > 0 ? `, and goes on to ${choice.map((node) => `'${node}'`).join(' and ')}` : '';
  return `'${taskOf(step)}' ${verb}${toward}`;
}

const KINDS: Record<string, string> = {
  deadlock: 'Deadlock',
  livelock: 'Livelock',
  improperCompletion: 'Tokens left over',
  deadTask: 'Dead task',
  unbounded: 'Tokens without limit',
  blockedByRules: 'Blocked by rules',
  badRules: 'Rules',
  waitsInVain: 'Waits in vain',
};

/** What kind of problem it is, for people. */
export function kindInWords(kind: string): string {
  return under(KINDS, kind) ?? kind;
}
