/** What differs between two versions of a process, on its pictures. Pure. */
import { keyed } from '../../lib/keyed';
import type { FigureChange, FigureDifference } from '../../lib/types';
import type { Looks } from '../../parts/counterexample';

/** The node that stands for a difference: for a flow the one where it begins. */
export function nodeOf(change: FigureChange): string {
  return change.id ?? change.from ?? '';
}

/** How the two pictures look: what is gone is marked on the first, what is new on the second, what changed on both. */
export function looksOf(difference: FigureDifference): { from: Looks; to: Looks } {
  const looks: { from: Looks; to: Looks } = { from: keyed(), to: keyed() };
  for (const sheet of difference.sheets) {
    for (const change of sheet.changes.filter((each) => each.what !== 'region')) {
      const mark = change.what === 'node' ? change.id : change.mark;
      if (mark === undefined) {
        continue;
      }
      if (change.change !== 'added') {
        (looks.from[sheet.name] ??= keyed())[mark] = change.change;
      }
      if (change.change !== 'removed') {
        (looks.to[sheet.name] ??= keyed())[mark] = change.change;
      }
    }
  }
  return looks;
}
