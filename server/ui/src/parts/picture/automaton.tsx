/** A state machine, drawn with the means of pictures: what a rule still demands, and what changes it. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { FigureNode } from '../../lib/types';
import type { StateLook } from './draw';
import { Drawing } from './picture';
import { figureOf, type AutomatonMove, type AutomatonState } from './states';

export type { AutomatonMove, AutomatonState };

export interface AutomatonProps {
  states: readonly AutomatonState[];
  moves: readonly AutomatonMove[];
  /** The id of the state that is marked as selected. */
  selected?: string | undefined;
  onSelect?: (state: AutomatonState | null) => void;
  /** The accessible name. */
  label: string;
  height?: string;
  download?: string;
}

const WORDS: Record<StateLook, string> = { start: 'first state', final: 'final state', current: 'current state', dead: 'state that cannot be left well' };

export function Automaton({ states, moves, selected, onSelect, label, height, download }: AutomatonProps): JSX.Element {
  const key = JSON.stringify([states, moves]);
  const figure = useMemo(() => figureOf(states, moves), [key]);
  const looks = useMemo(() => new Map(states.map((state) => [state.id, state.look === undefined ? [] : typeof state.look === 'string' ? [state.look] : state.look])), [key]);
  return (
    <Drawing
      figure={figure}
      states={looks}
      kind={(node) => looks.get(node.id)?.map((look) => WORDS[look]).join(', ') || 'state'}
      selected={selected}
      label={label}
      {...(onSelect ? { onSelect: (node: FigureNode | null) => onSelect(states.find((state) => state.id === node?.id) ?? null) } : {})}
      {...(height === undefined ? {} : { height })}
      {...(download === undefined ? {} : { download })}
    />
  );
}
