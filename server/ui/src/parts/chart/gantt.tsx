/** Work over time: a row for each participant, a bar for each piece of work; walked through with the arrow keys. */
import './chart.css';
import './gantt.css';
import { useMemo, useRef, useState } from 'preact/hooks';
import { serverNow } from '../../lib/clock';
import { parameter, setQuery } from '../../lib/router';
import { exact, millis, now, span } from '../../lib/time';
import { useWidth } from './chart';
import { placed, type Bar, type Placed } from './layout';
import { seconds, ticks, timeTicks } from './scale';

export type { Bar } from './layout';

/** Who or what a row is about. */
export interface Row {
  id: string;
  title: string;
  href?: string;
  /** What is said of it on hover. */
  note?: string;
}

const HUES = 6;
const LANE = 22;

/** How the groups of bars look, in the order in which they appear: six colours, and a pattern for each. */
function looks(groups: string[]): Map<string, string> {
  return new Map(groups.map((group, i) => [group, `hue-${i % HUES} pattern-${(i + Math.floor(i / HUES)) % HUES}`]));
}

function words(place: Placed, when: (at: number) => string, present: number): string {
  const [first] = place.bars;
  if (place.bars.length > 1) {
    return `${place.row}: ${place.bars.length} pieces of work from ${when(place.from)} to ${when(place.to)}, ${[...new Set(place.bars.map((bar) => bar.title))].slice(0, 4).join(', ')}`;
  }
  const point = first!.to === first!.from;
  const time = point ? `at ${when(first!.from)}` : `from ${when(first!.from)} ${first!.to === undefined ? `until now, ${span(present - first!.from)}` : `to ${when(first!.to)}, ${span(first!.to - first!.from)}`}`;
  return `${place.row}: ${first!.title}, ${(first!.facts ?? []).map(([name, value]) => `${name} ${value}`).join(', ')}${first!.facts?.length ? ', ' : ''}${time}`;
}

/** A Gantt chart. */
export function Gantt({ label, rows, bars, from, until, axis = 'time', empty = 'Nobody worked in this period.', legend = true }: { label: string; rows: Row[]; bars: Bar[]; from: number; until: number; axis?: 'time' | 'length'; empty?: string; legend?: boolean }) {
  const [outer, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<{ place: Placed; x: number; y: number } | null>(null);
  const [focused, setFocused] = useState<string>('');
  const body = useRef<HTMLDivElement>(null);
  const names = Math.min(150, Math.max(70, width * 0.16));
  const room = Math.max(100, width - names - 2);
  // Once a second is enough: a bar that lasts does not jump.
  const present = axis === 'time' ? now.value : Infinity;
  const least = ((until - from) / room) * 3;
  const groups = useMemo(() => [...new Set(bars.map((bar) => bar.group))], [bars]);
  const look = useMemo(() => looks(groups), [groups]);
  const lines = useMemo(() => {
    const byRow = new Map<string, Bar[]>();
    for (const bar of bars) {
      const known = byRow.get(bar.row);
      known ? known.push(bar) : byRow.set(bar.row, [bar]);
    }
    return rows.map((row) => ({ row, ...placed(row.title, byRow.get(row.id) ?? [], from, until, Math.min(present, until), least) }));
  }, [rows, bars, from, until, present, least]);
  const when = (at: number) => (axis === 'time' ? exact(at) : at === 0 ? 'the beginning' : span(at));
  const marks = axis === 'time' ? timeTicks(from, until, Math.max(2, Math.floor(room / 90))) : ticks(from / 1_000, until / 1_000, Math.max(2, Math.floor(room / 90)), seconds).map((at) => ({ at: at * 1_000, text: seconds.tick(at, 1) })).filter((each) => each.at >= from && each.at <= until);
  const x = (at: number) => ((at - from) / Math.max(1, until - from)) * 100;
  const name = (row: number, at: number) => `${row}/${at}`;
  const firstOne = lines.findIndex((line) => line.places.length > 0);
  const tabbed = lines.some((line, r) => line.places.some((_, p) => name(r, p) === focused)) ? focused : name(firstOne, 0);

  const keys = (event: KeyboardEvent) => {
    const [r, p] = ((event.target as HTMLElement).dataset['bar'] ?? '').split('/').map(Number);
    if (r === undefined || p === undefined || Number.isNaN(p)) {
      return;
    }
    let next = '';
    const middle = (place: Placed) => (place.from + place.to) / 2;
    const line = lines[r]!;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      next = name(r, Math.max(0, Math.min(line.places.length - 1, p + (event.key === 'ArrowRight' ? 1 : -1))));
    } else if (event.key === 'Home' || event.key === 'End') {
      next = name(r, event.key === 'Home' ? 0 : line.places.length - 1);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      for (let to = r + step; to >= 0 && to < lines.length; to += step) {
        const places = lines[to]!.places;
        if (places.length > 0) {
          const here = middle(line.places[p]!);
          next = name(to, places.reduce((best, each, i) => (Math.abs(middle(each) - here) < Math.abs(middle(places[best]!) - here) ? i : best), 0));
          break;
        }
      }
    } else if (event.key === 'Escape') {
      setShown(null);
      return;
    } else {
      return;
    }
    event.preventDefault();
    body.current!.querySelector<HTMLElement>(`[data-bar="${next}"]`)?.focus();
  };
  const tell = (place: Placed, element: HTMLElement) => {
    const bar = element.getBoundingClientRect();
    const box = outer.current!.getBoundingClientRect();
    setShown({ place, x: Math.max(0, Math.min(box.width - 290, bar.left - box.left)), y: bar.bottom - box.top + 4 });
  };

  if (lines.every((line) => line.places.length === 0) && rows.length === 0) {
    return (
      <div class="gantt chart" ref={outer}>
        <div class="none" style="min-height: 96px">
          {empty}
        </div>
      </div>
    );
  }
  return (
    <div class="gantt" ref={outer} onPointerLeave={() => setShown(null)}>
      <div class="body" ref={body} role="group" aria-label={label} onKeyDown={keys} onScroll={() => setShown(null)}>
        <div class="axis" aria-hidden="true">
          {marks.map((each) => (
            <span key={each.at} style={{ left: `${Math.max(names + 16, Math.min(width - 30, names + (x(each.at) / 100) * room))}px` }}>
              {each.text}
            </span>
          ))}
        </div>
        {lines.map((line, r) => (
          <div class="line" key={line.row.id} role="group" aria-label={line.row.title}>
            <span class="who" style={{ width: `${names}px` }} title={line.row.note ?? line.row.title}>
              {line.row.href ? <a href={line.row.href}>{line.row.title}</a> : line.row.title}
            </span>
            <span class="lanes" style={{ height: `${line.lanes * LANE + 6}px` }}>
              {marks.map((each) => (
                <i class="mark" key={each.at} style={{ left: `${x(each.at)}%` }} />
              ))}
              {axis === 'time' && present >= from && present <= until && <i class="mark now" style={{ left: `${x(present)}%` }} />}
              {line.places.map((place, p) => {
                const [first] = place.bars;
                const point = place.bars.length === 1 && first!.to === first!.from;
                const size = Math.max(4, ((place.to - place.from) / Math.max(1, until - from)) * room);
                const id = name(r, p);
                const shared = {
                  'data-bar': id,
                  tabIndex: id === tabbed ? 0 : -1,
                  'aria-label': words(place, when, present),
                  class: `bar ${look.get(first!.group)}${point ? ' point' : ''}${first!.to === undefined ? ' open' : ''}`,
                  style: { left: `${x(place.from)}%`, width: `${size}px`, top: `${place.lane * LANE + 4}px` },
                  onPointerEnter: (event: PointerEvent) => tell(place, event.currentTarget as HTMLElement),
                  onFocus: (event: FocusEvent) => {
                    setFocused(id);
                    tell(place, event.currentTarget as HTMLElement);
                  },
                  onBlur: () => setShown(null),
                };
                const text = place.bars.length > 1 ? (size > 26 ? `${place.bars.length}` : '') : size > 34 && !point ? first!.title : '';
                return place.bars.length === 1 && first!.href ? (
                  <a key={first!.id} href={first!.href} {...shared}>
                    {text}
                  </a>
                ) : (
                  <span key={first!.id} role="img" {...shared}>
                    {text}
                  </span>
                );
              })}
            </span>
          </div>
        ))}
      </div>
      {shown && (
        <div class="tip" aria-hidden="true" style={{ left: `${shown.x}px`, top: `${shown.y}px` }}>
          <Tip place={shown.place} when={when} present={present} />
        </div>
      )}
      {legend && groups.length > 0 && (
        <ul class="legend" aria-label="Legend">
          {groups.slice(0, 12).map((group) => (
            <li key={group}>
              <span class={`swatch ${look.get(group)}`} /> {group}
            </li>
          ))}
          {groups.length > 12 && <li>and {groups.length - 12} more</li>}
        </ul>
      )}
    </div>
  );
}

function Tip({ place, when, present }: { place: Placed; when: (at: number) => string; present: number }) {
  const [first] = place.bars;
  if (place.bars.length > 1) {
    const titles = [...new Set(place.bars.map((bar) => bar.title))];
    return (
      <>
        <strong>{place.bars.length} pieces of work</strong>
        <div>{titles.slice(0, 6).join(', ')}{titles.length > 6 ? ' …' : ''}</div>
        <div class="soft">Choose a shorter period to tell them apart.</div>
      </>
    );
  }
  return (
    <>
      <strong>{first!.title}</strong>
      <dl class="pairs">
        {(first!.facts ?? []).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
        {first!.to === first!.from ? (
          <>
            <dt>at</dt>
            <dd>{when(first!.from)}</dd>
          </>
        ) : (
          <>
            <dt>from</dt>
            <dd>{when(first!.from)}</dd>
            <dt>to</dt>
            <dd>{first!.to === undefined ? 'now' : when(first!.to)}</dd>
            <dt>takes</dt>
            <dd>{span((first!.to ?? present) - first!.from)}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** The lengths of time that can be looked at. */
export const WINDOWS: [string, string, number][] = [
  ['10m', '10 min', 600_000],
  ['1h', '1 h', 3_600_000],
  ['8h', '8 h', 28_800_000],
  ['1d', '1 d', 86_400_000],
  ['7d', '7 d', 604_800_000],
];

/** The period of the address: its length, and where it ends unless that is now. */
export function period(usual = '1h'): { from: number; until: number; length: number; live: boolean } {
  const wanted = parameter('window') || usual;
  const length = (WINDOWS.find(([name]) => name === wanted) ?? WINDOWS[1]!)[2];
  const until = parameter('until');
  const end = until === '' ? NaN : millis(until);
  // A live period moves in steps of a hundredth, so that the axis rests in between.
  const step = Math.max(1_000, length / 100);
  const last = Number.isNaN(end) ? Math.ceil(now.value / step) * step : end;
  return { from: last - length, until: last, length, live: Number.isNaN(end) };
}

/** Chooses the period: how long, earlier, later, now. All of it is in the address. */
export function Period({ usual = '1h' }: { usual?: string }) {
  const { until, length, live } = period(usual);
  const chosen = parameter('window') || usual;
  const move = (by: number) => {
    const end = until + by * length * 0.5;
    setQuery({ until: end >= serverNow() ? null : new Date(end).toISOString() });
  };
  return (
    <span class="row">
      <span class="windows" role="group" aria-label="Length of the period">
        {WINDOWS.map(([name, title]) => (
          <button key={name} type="button" aria-pressed={name === chosen} onClick={() => setQuery({ window: name === usual ? null : name })}>
            {title}
          </button>
        ))}
      </span>
      <button type="button" onClick={() => move(-1)}>
        Earlier
      </button>
      <button type="button" disabled={live} onClick={() => move(1)}>
        Later
      </button>
      <button type="button" disabled={live} onClick={() => setQuery({ until: null })}>
        Now
      </button>
    </span>
  );
}
