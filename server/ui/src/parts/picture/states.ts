/** States and moves of an automaton as a figure. Pure. */
import type { Figure, FigureNode } from '../../lib/types';
import type { StateLook } from './draw';

export interface AutomatonState {
  id: string;
  label: string;
  look?: StateLook | readonly StateLook[] | undefined;
}

export interface AutomatonMove {
  from: string;
  to: string;
  label: string;
}

/** The states and moves as a figure: moves between the same states are one line. */
export function figureOf(states: readonly AutomatonState[], moves: readonly AutomatonMove[]): Figure {
  const lines = new Map<string, { from: string; to: string; labels: string[] }>();
  for (const { from, to, label } of moves) {
    const key = JSON.stringify([from, to]);
    const line = lines.get(key) ?? { from, to, labels: [] };
    if (label !== '' && !line.labels.includes(label)) {
      line.labels.push(label);
    }
    lines.set(key, line);
  }
  const nodes = states.map((state): FigureNode => ({ id: state.id, label: state.label, shape: 'place', who: '', signs: [], join: 'none', split: 'none', stacked: false, doubled: false }));
  const edges = [...lines.values()].map(({ from, to, labels }) => ({ from, to, label: labels.join(', '), otherwise: false, dashed: false, mark: '', bends: [] }));
  return { title: 'automaton', sheets: [{ name: 'automaton', title: '', nodes, edges, regions: [], notes: [] }] };
}
