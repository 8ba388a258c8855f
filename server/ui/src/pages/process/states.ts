/** The states of rules as far as they can be drawn: the ones that matter first. Pure. */
import type { RuleState } from '../../lib/types';
import type { AutomatonMove } from '../../parts/picture/automaton';

export interface Shown {
  states: RuleState[];
  moves: AutomatonMove[];
  /** How many states there are that are not shown. */
  more: number;
}

/**
 * The states that accepted events lead to, and those in which cases are; with `complements` also those that follow when events are ruled out. Moves
 * between two states become one.
 */
export function shownStates(table: RuleState[], current: Set<number>, complements: boolean, most = 48): Shown {
  const byNumber = new Map(table.map((state) => [state.state, state]));
  const seen = new Set<number>();
  const queue = [0, ...current];
  while (queue.length > 0 && seen.size < most) {
    const at = queue.shift()!;
    const state = byNumber.get(at);
    if (!state || seen.has(at)) {
      continue;
    }
    seen.add(at);
    for (const [event, next] of Object.entries(state.next)) {
      if (state.accepted.includes(event) && (complements || !event.startsWith('~'))) {
        queue.push(next);
      }
    }
  }
  const states = table.filter((state) => seen.has(state.state));
  const joined = new Map<string, { from: string; to: string; labels: string[] }>();
  for (const state of states) {
    for (const [event, next] of Object.entries(state.next)) {
      if (next !== state.state && seen.has(next) && state.accepted.includes(event)) {
        const key = `${state.state} ${next}`;
        const move = joined.get(key) ?? { from: String(state.state), to: String(next), labels: [] };
        move.labels.push(event);
        joined.set(key, move);
      }
    }
  }
  return { states, moves: [...joined.values()].map((move) => ({ from: move.from, to: move.to, label: move.labels.join(', ') })), more: table.length - states.length };
}

/** How a state is drawn. */
export function looksOf(state: RuleState, current: Set<number>): ('start' | 'final' | 'current' | 'dead')[] {
  return [
    ...(state.state === 0 ? ['start' as const] : []),
    ...(state.obligation === 'true' ? ['final' as const] : []),
    ...(state.obligation === 'false' || !state.controllable ? ['dead' as const] : []),
    ...(current.has(state.state) ? ['current' as const] : []),
  ];
}
