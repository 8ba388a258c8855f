/** What a picture shows, in words: for tooltips and for who does not see it. Pure. */
import type { FigureNode, Junction, Sheet, Sign } from '../../lib/types';

export type Look = 'trouble' | 'delay' | 'late' | 'added' | 'removed' | 'changed' | 'next' | 'done' | 'begins' | 'withdrawn' | 'completes' | 'fails' | 'gains' | 'loses';

/** What the look of a node or edge means. */
export const LOOKS: Record<Look, string> = {
  trouble: 'in trouble',
  delay: 'delayed by a rule',
  late: 'late',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  next: 'next',
  done: 'done',
  begins: 'would begin',
  withdrawn: 'would be withdrawn',
  completes: 'would be completed',
  fails: 'would fail',
  gains: 'would get a token',
  loses: 'would lose a token',
};

const SIGNS: Record<Sign, string> = {
  person: 'done by people',
  program: 'done by a program',
  routing: 'routing only: nobody does it',
  process: 'done by another process',
  timer: 'waits for a time',
  event: 'waits for a signal',
};

const KINDS: Record<FigureNode['shape'], string> = { start: 'input condition', end: 'output condition', place: 'condition', task: 'task', box: 'predicate' };

const SPLITS: Record<Junction, string> = { none: '', and: 'AND-split: all', or: 'OR-split: one or more', xor: 'XOR-split: exactly one' };
const JOINS: Record<Junction, string> = { none: '', and: 'AND-join: all', or: 'OR-join: all that can still come', xor: 'XOR-join: any one' };

/** The name of a node; a condition without one is named after its kind. */
export function nameOf(node: FigureNode): string {
  const label = node.label.trim().replaceAll('_', ' ');
  return label !== '' ? label : node.shape === 'task' || node.shape === 'box' ? node.id : KINDS[node.shape];
}

/** What a node is: its kind, who does it, how it joins and splits. */
export function kindOf(node: FigureNode): string {
  return [
    KINDS[node.shape],
    node.doubled ? 'a net of its own' : '',
    node.stacked ? 'several instances' : '',
    ...node.signs.map((sign) => SIGNS[sign]),
    node.who.trim() === '' ? '' : `by ${node.who}`,
    JOINS[node.join],
    SPLITS[node.split],
  ]
    .filter((each) => each !== '')
    .join(', ');
}

/** What is true of a node now. */
export function stateOf(node: FigureNode, tokens: number, look: Look | undefined, heat: string | undefined, description: string): string {
  const running = node.shape === 'task' ? 'running' : 'token';
  return [tokens === 0 ? '' : node.shape === 'task' ? (tokens === 1 ? running : `${tokens} ${running}`) : `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`, look ? LOOKS[look] : '', heat ?? '', description]
    .filter((each) => each !== '')
    .join(', ');
}

/** To where a node leads, with the conditions. */
export function flowOf(node: FigureNode, sheet: Sheet): string {
  const names = new Map(sheet.nodes.map((each) => [each.id, nameOf(each)]));
  const next = sheet.edges
    .filter((edge) => edge.from === node.id)
    .map((edge) => `${names.get(edge.to) ?? edge.to}${edge.label === '' ? '' : ` if ${edge.label}`}${edge.otherwise ? ' otherwise' : ''}`);
  return next.length === 0 ? '' : `leads to ${next.join('; ')}`;
}
