/** The time bar of a case: `now` or an instant. Whoever moves it moves everything on the page. */
import './timebar.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { exact, now } from '../lib/time';
import { stamp, turnText } from './events';
import { buckets, decisions, markOf, next, position, turnAt, turnNear, type Mark, type Scale, type Timeline } from './timeline';

const HEIGHT = 34;
const PAD = 10;

/** What a mark means, and its shape around a point. */
const SHAPES: Record<Exclude<Mark, 'step'>, { words: string; one: string; path: (x: number, y: number) => string }> = {
  start: { words: 'started', one: 'start', path: (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0` },
  end: { words: 'ended', one: 'end', path: (x, y) => `M${x - 4} ${y - 4}h8v8h-8z` },
  incident: { words: 'incidents', one: 'incident', path: (x, y) => `M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}z` },
  hand: { words: 'changes by hand', one: 'change by hand', path: (x, y) => `M${x - 5} ${y - 4}H${x + 5}L${x} ${y + 5}z` },
  delay: { words: 'delays by rules', one: 'delay by a rule', path: (x, y) => `M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}z` },
};

const SPEEDS: [string, string][] = [
  ['1', '1 turn a second'],
  ['5', '5 turns a second'],
  ['20', '20 turns a second'],
  ['all', 'all in 15 seconds'],
];

/** What a turn was about, for those who do not see the bar. */
export function turnWords(of: Timeline, turn: number): string {
  return `turn ${of.turns[turn]}, ${stamp(of.at[turn]! / 1_000)}, ${turnText(of.kinds[turn]!, of.tasks[turn]!)}`;
}

interface Props {
  of: Timeline;
  /** The instant looked at, in microseconds; null for now. */
  at: number | null;
  move: (at: number | null) => void;
  /** Where the bar ends, in microseconds: the end of the case, or the present. */
  end: number;
  scale: Scale;
  setScale: (scale: Scale) => void;
  /** A node of the picture: its turns are marked, and the keys jump between them. */
  task?: string;
  /** What stands at the right of the bar. */
  children?: ComponentChildren;
}

/** The bar. Arrow keys go by turn, with Shift by decision; Home and End to the start and to now. */
export function TimeBar({ of, at, move, end, scale, setScale, task, children }: Props) {
  const track = useRef<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(800);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState('5');
  const [pointed, setPointed] = useState<number | null>(null);
  const count = of.turns.length;
  const here = at === null ? count : Math.max(0, turnAt(of, at));
  const wide = Math.max(1, width - 2 * PAD);
  const stop = scale === 'time' ? end : 0;
  const drawn = useMemo(() => buckets(of, wide, scale, stop), [of, wide, scale, stop]);
  const mine = useMemo(() => (task ? taskPlaces(of, task, wide, scale, stop) : []), [of, task, wide, scale, stop]);
  const x = (turn: number) => PAD + (turn >= count ? 1 : position(of, turn, scale, stop)) * wide;

  useEffect(() => {
    const watch = new ResizeObserver(() => setWidth(track.current?.clientWidth ?? 800));
    watch.observe(track.current!);
    return () => watch.disconnect();
  }, []);

  const to = (turn: number | undefined) => {
    if (turn !== undefined) {
      move(turn >= count ? null : of.at[turn]!);
    }
  };
  const step = (direction: 1 | -1, fits: (turn: number) => boolean = () => true) => {
    const found = next(of, here, direction, fits);
    to(found ?? (direction === 1 ? count : undefined));
  };
  const keys = (event: KeyboardEvent) => {
    const decision = event.shiftKey ? decisions(of) : undefined;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => step(-1, decision),
      ArrowDown: () => step(-1, decision),
      ArrowRight: () => step(1, decision),
      ArrowUp: () => step(1, decision),
      PageUp: () => to(Math.min(count, here + Math.max(10, Math.round(count / 20)))),
      PageDown: () => to(Math.max(0, here - Math.max(10, Math.round(count / 20)))),
      Home: () => to(turnAt(of, of.at[0] ?? 0)),
      End: () => move(null),
    };
    const act = acts[event.key];
    if (act && count > 0) {
      event.preventDefault();
      setPlaying(false);
      act();
    }
  };

  // Playing goes from turn to turn; the page shows those for which it has time.
  const state = useRef({ here, of, move });
  state.current = { here, of, move };
  useEffect(() => {
    if (!playing) {
      return;
    }
    let frame = 0;
    let from = state.current.here >= count ? 0 : state.current.here;
    let begun = performance.now();
    const pace = () => (speed === 'all' ? Math.max(1, state.current.of.turns.length / 15) : Number(speed));
    state.current.move(state.current.of.at[from] ?? null);
    const tick = (time: number) => {
      const passed = Math.floor(((time - begun) / 1_000) * pace());
      if (passed > 0) {
        from += passed;
        begun = time;
        const all = state.current.of;
        if (from >= all.turns.length) {
          setPlaying(false);
          state.current.move(null);
          return;
        }
        state.current.move(all.at[from]!);
      }
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed]);

  // Dragging moves at most once a frame.
  const drag = useRef({ on: false, frame: 0, x: 0 });
  const place = (clientX: number) => {
    const box = track.current!.getBoundingClientRect();
    return turnNear(of, (clientX - box.left - PAD) / wide, scale, stop);
  };
  const dragged = (event: PointerEvent) => {
    setPointed(count > 0 ? place(event.clientX) : null);
    if (drag.current.on) {
      drag.current.x = event.clientX;
      if (drag.current.frame === 0) {
        drag.current.frame = requestAnimationFrame(() => {
          drag.current.frame = 0;
          to(place(drag.current.x));
        });
      }
    }
  };
  const pressed = (event: PointerEvent) => {
    if (event.button === 0 && count > 0) {
      setPlaying(false);
      track.current!.setPointerCapture(event.pointerId);
      drag.current.on = true;
      to(place(event.clientX));
    }
  };
  const released = () => {
    drag.current.on = false;
  };

  const steps = useMemo(() => drawn.step.map((each) => `M${(each + PAD).toFixed(1)} 13v8`).join(''), [drawn]);
  const kinds = (Object.keys(SHAPES) as Exclude<Mark, 'step'>[]).filter((mark) => drawn[mark].length > 0);
  const jump = (fits: (turn: number) => boolean) => {
    const found = next(of, here, 1, fits) ?? next(of, -1, 1, fits);
    setPlaying(false);
    to(found);
  };
  const names = useMemo(() => [...new Set(of.tasks)].filter(Boolean).sort(), [of]);
  const shownAt = pointed !== null && pointed < count ? pointed : null;

  return (
    <section class="time-bar" aria-label="Time">
      <div
        ref={track}
        class="track"
        role="slider"
        tabIndex={0}
        aria-label="Moment of the case"
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={here}
        aria-valuetext={here >= count ? 'now' : turnWords(of, here)}
        onKeyDown={keys}
        onPointerDown={pressed}
        onPointerMove={dragged}
        onPointerUp={released}
        onPointerCancel={released}
        onPointerLeave={() => setPointed(null)}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <path class="line" d={`M${PAD} 17H${PAD + wide}`} />
          <path class="past" d={`M${PAD} 17H${x(here)}`} />
          <path class="steps" d={steps} />
          {mine.length > 0 && <path class="mine" d={mine.map((each) => `M${(each + PAD).toFixed(1)} 26v6`).join('')} />}
          {kinds.map((mark) => (
            <path key={mark} class={`mark ${mark}`} d={drawn[mark].map((each) => SHAPES[mark].path(Number((each + PAD).toFixed(1)), 17)).join('')} />
          ))}
          <path class="now" d={`M${PAD + wide} 8v18`} />
          {pointed !== null && <path class="pointed" d={`M${x(pointed)} 2v${HEIGHT - 4}`} />}
          <g class="thumb" transform={`translate(${x(here)} 17)`}>
            <circle r="8" />
            <circle class="eye" r="3" />
          </g>
        </svg>
        {shownAt !== null && (
          <span class="hint" style={{ left: `${Math.min(Math.max(0, x(shownAt) - 120), Math.max(0, width - 260))}px` }}>
            {turnWords(of, shownAt)}
          </span>
        )}
      </div>
      <div class="row end">
        {at === null ? (
          <span class="reading" title={exact(now.value)}>
            now
          </span>
        ) : (
          <span class="reading" title={exact(at / 1_000)}>
            {stamp(at / 1_000)}
          </span>
        )}
        <button type="button" onClick={() => (setPlaying(false), move(null))} disabled={at === null} aria-keyshortcuts="n">
          Now <kbd>n</kbd>
        </button>
        {children}
      </div>
      <div class="row legend">
        <button type="button" onClick={() => (setPlaying(false), step(-1))} disabled={count === 0 || here <= 0} title="Left arrow on the bar">
          Back
        </button>
        <button type="button" onClick={() => setPlaying(!playing)} disabled={count === 0} aria-pressed={playing}>
          {playing ? 'Pause' : 'Play'}
        </button>
        <button type="button" onClick={() => (setPlaying(false), step(1))} disabled={at === null} title="Right arrow on the bar">
          Forward
        </button>
        <select class="wide-only" aria-label="Speed of playing" value={speed} onChange={(event) => setSpeed(event.currentTarget.value)}>
          {SPEEDS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <span class="soft small wide-only">
          {count.toLocaleString()} {count === 1 ? 'turn' : 'turns'}
          {of.complete || count === 0 ? '' : ', more are being read'}. Jump to:
        </span>
        {kinds.map((mark) => (
          <button key={mark} type="button" class="quiet" title={`To the next ${SHAPES[mark].one}`} onClick={() => jump((turn) => markOf(of.kinds[turn]!) === mark)}>
            <svg width="12" height="12" aria-hidden="true">
              <path class={`mark ${mark}`} d={SHAPES[mark].path(6, 6)} />
            </svg>
            {SHAPES[mark].words}
          </button>
        ))}
        {names.length > 0 && (
          <select aria-label="Jump to the next event of a task" value="" onChange={(event) => jump((turn) => of.tasks[turn] === event.currentTarget.value)}>
            <option value="">a task's events …</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <select class="far wide-only" aria-label="What the bar measures" value={scale} onChange={(event) => setScale(event.currentTarget.value as Scale)}>
          <option value="turns">bar by turns</option>
          <option value="time">bar by time</option>
        </select>
      </div>
    </section>
  );
}

function taskPlaces(of: Timeline, task: string, width: number, scale: Scale, end: number): number[] {
  const places: number[] = [];
  let last = -99;
  for (let i = 0; i < of.turns.length; i++) {
    if (of.tasks[i] === task) {
      const x = position(of, i, scale, end) * width;
      if (x - last >= 3) {
        places.push(x);
        last = x;
      }
    }
  }
  return places;
}
