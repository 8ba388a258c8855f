/** The tokens of a picture. They glide along the flow when something happens live, never when one moves through time. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { at, keyed } from '../../lib/keyed';
import type { Marks, Point } from '../../lib/types';
import { Token } from './draw';
import { along, lengthOf } from './geometry';
import { flightsOf, type Flight } from './glide';
import type { Placed, Stage } from './stage';

const MILLIS = 150;

/** Tokens of all sheets. */
export function Tokens({ stage, marks, glide }: { stage: Stage; marks: Marks | undefined; glide: boolean }) {
  return (
    <g class="tokens">
      {stage.sheets.map((placed, i) => (
        <SheetTokens key={i} placed={placed} marks={at(marks, placed.sheet.name)} glide={glide} />
      ))}
    </g>
  );
}

const none = keyed<number>();

function SheetTokens({ placed, marks = none, glide }: { placed: Placed; marks: Record<string, number> | undefined; glide: boolean }) {
  const before = useRef({ placed, marks });
  const group = useRef<SVGGElement>(null);
  const [, redraw] = useState(0);
  const flights = useRef<Flight[]>([]);
  if (before.current.marks !== marks) {
    const moves = glide && before.current.placed === placed && before.current.marks !== none && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    flights.current = moves ? flightsOf(before.current.marks, marks, placed.laid, placed.places) : [];
    before.current = { placed, marks };
  }
  before.current.placed = placed;
  const flying = flights.current;
  useLayoutEffect(() => {
    if (flying.length === 0) {
      return;
    }
    const begin = performance.now();
    const lengths = flying.map((each) => lengthOf(each.way));
    let frame = 0;
    const step = () => {
      const share = Math.min(1, (performance.now() - begin) / MILLIS);
      group.current?.querySelectorAll('[data-moving]').forEach((element) => {
        const i = Number(element.getAttribute('data-moving'));
        const at = along(flying[i]!.way, lengths[i]! * share);
        element.setAttribute('transform', `translate(${at.x} ${at.y})`);
      });
      if (share < 1) {
        frame = requestAnimationFrame(step);
      } else {
        flights.current = [];
        redraw((n) => n + 1);
      }
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [flying]);
  useEffect(() => () => void (flights.current = []), []);
  const arriving = new Map<string, number>();
  for (const flight of flying) {
    arriving.set(flight.to, 1);
  }
  const shown = Object.entries(marks).flatMap(([mark, count]): { mark: string; at: Point; count: number }[] => {
    const at = placed.places.get(mark);
    const there = count - (arriving.get(mark) ?? 0);
    return at && there > 0 ? [{ mark, at, count: there }] : [];
  });
  return (
    <g ref={group} transform={`translate(0 ${placed.top})`}>
      {shown.map(({ mark, at, count }) => (
        <Still key={mark} mark={mark} at={at} count={count} running={placed.laid.boxes.get(mark)?.node.shape === 'task'} />
      ))}
      {flying.map((flight, i) => (
        <Token key={`moving ${i}`} at={flight.way[0]!} count={1} running={false} moving={i} />
      ))}
    </g>
  );
}

/** A token that stays as it is while others change. */
function Still({ mark, at, count, running }: { mark: string; at: Point; count: number; running: boolean }) {
  return useMemo(
    () => (
      <g data-token={mark}>
        <Token at={at} count={count} running={running} />
      </g>
    ),
    [mark, at, count, running],
  );
}
