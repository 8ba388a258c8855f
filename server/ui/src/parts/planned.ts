/** A plan on a picture: what its sentences say of tasks and conditions. What they do not name is not marked. Pure. */
import { keyed } from '../lib/keyed';
import type { Figure } from '../lib/types';
import type { Looks } from './counterexample';
import type { Look } from './picture/words';

/** How a plan marks what it names. */
export type PlanLook = Extract<Look, 'begins' | 'withdrawn' | 'completes' | 'fails' | 'gains' | 'loses'>;

const ITEM = String.raw`^Work item '[^']*' of task '(.+?)' `;
const TASK = String.raw`^Task '(.+?)' `;

const SENTENCES: [RegExp, PlanLook][] = [
  [new RegExp(`${ITEM}is withdrawn: `), 'withdrawn'],
  [new RegExp(`${ITEM}is completed\\.`), 'completes'],
  [new RegExp(`${ITEM}(?:fails|waits for an operator): `), 'fails'],
  [new RegExp(`${ITEM}is (?:started|tried again)`), 'begins'],
  [new RegExp(`${TASK}is offered as work item `), 'begins'],
  [new RegExp(`${TASK}(?:begins|gets another instance|waits for its time|waits until one of its branches)`), 'begins'],
  [new RegExp(`${TASK}(?:is stopped;|is no longer enabled\\.)`), 'withdrawn'],
  [new RegExp(`${TASK}(?:ends|runs at once) and puts tokens into `), 'completes'],
  [new RegExp(`${TASK}cannot continue: `), 'fails'],
  [/^An instance of task '(.+?)' counts as completed\./, 'completes'],
  [/^(?:A token is|\d+ tokens are) taken out of '(.+)'\.$/, 'loses'],
  [/^(?:A token is|\d+ tokens are) put into '(.+)'\.$/, 'gains'],
  [/^Flow \d+ goes to (.+)\.$/, 'begins'],
];

/** Sentences that name several conditions at their end. */
const LISTS: [RegExp, PlanLook][] = [
  [/ puts tokens into \[(.*)\]\.$/, 'gains'],
  [/^The tokens \[(.*)\] are lost\.$/, 'loses'],
];

/** The parts of a list; conditions such as c(a,b) have commas themselves. */
function parts(list: string): string[] {
  return list.split(/,\s*(?![^()]*\))/).filter((each) => each !== '');
}

/** What a plan says of what it names, in the order of its sentences: the last that is said of something holds. */
export function named(steps: string[]): Map<string, PlanLook> {
  const found = new Map<string, PlanLook>();
  for (const step of steps) {
    const sentence = step.replace(/^In case '[^']*': /, '');
    for (const [pattern, look] of SENTENCES) {
      const name = pattern.exec(sentence)?.[1];
      if (name !== undefined) {
        found.set(name, look);
        break;
      }
    }
    for (const [pattern, look] of LISTS) {
      parts(pattern.exec(sentence)?.[1] ?? '').forEach((name) => found.set(name, look));
    }
  }
  return found;
}

/** How a picture looks under a plan. */
export function plannedLooks(steps: string[], figure: Figure): Looks {
  const looks: Looks = keyed();
  const all = named(steps);
  for (const sheet of figure.sheets) {
    const put = (id: string, look: PlanLook | undefined) => look && ((looks[sheet.name] ??= keyed())[id] = look);
    sheet.nodes.forEach((node) => put(node.id, all.get(node.id) ?? (node.shape === 'task' || node.shape === 'box' ? all.get(node.label) : undefined)));
    sheet.edges.forEach((edge) => edge.mark !== '' && put(edge.mark, all.get(edge.mark)));
  }
  return looks;
}

/** The looks that a picture has, for its legend. */
export function legendOf(looks: Looks): Look[] {
  return [...new Set(Object.values(looks).flatMap((sheet) => Object.values(sheet)))];
}
