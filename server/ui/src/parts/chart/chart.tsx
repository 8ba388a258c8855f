/** Charts of figures: lines, areas and bars over time or numbers, with ranges as bands, read with the pointer and with the keyboard. */
import './chart.css';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { exact } from '../../lib/time';
import { plain, ticks, timeTicks, type Measure } from './scale';

/** A value at an instant (milliseconds) or a number; with the range that it is known to be in. */
export interface Value {
  x: number;
  y: number;
  low?: number;
  high?: number;
}

/** Values of one kind. */
export interface Series {
  name: string;
  values: Value[];
  kind?: 'line' | 'area' | 'bar';
}

interface Props {
  /** What the chart shows. */
  label: string;
  series: Series[];
  /** How values are written. */
  measure?: Measure;
  /** What the horizontal axis is: instants, or numbers of a measure. */
  across?: 'time' | Measure;
  /** The first and last place of the horizontal axis; those of the values unless given. */
  from?: number;
  until?: number;
  height?: number;
  /** What is said if there is no value. */
  empty?: string;
}

const HUES = 6;
const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 2', '1 2'];
const BOTTOM = 22;
const TOP = 8;
const RIGHT = 10;

/** The shape by which a series is told apart besides its colour. */
function Mark({ of, x, y }: { of: number; x: number; y: number }) {
  const r = 4;
  const colour = { fill: 'var(--hue)', stroke: 'var(--paper)', strokeWidth: 1 };
  switch (of % 4) {
    case 0:
      return <circle cx={x} cy={y} r={r} {...colour} />;
    case 1:
      return <rect x={x - r} y={y - r} width={2 * r} height={2 * r} {...colour} />;
    case 2:
      return <path d={`M${x} ${y - r - 1}L${x + r + 1} ${y + r}L${x - r - 1} ${y + r}Z`} {...colour} />;
    default:
      return <path d={`M${x} ${y - r - 1}L${x + r + 1} ${y}L${x} ${y + r + 1}L${x - r - 1} ${y}Z`} {...colour} />;
  }
}

/** The width that an element has now. */
export function useWidth<E extends HTMLElement>(initial = 600) {
  const box = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    // Measured before it is seen, so that nothing in it jumps.
    const measure = () => setWidth(box.current?.clientWidth || initial);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  return [box, width] as const;
}

function path(values: Value[], x: (value: number) => number, y: (value: number) => number): string {
  return values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(value.x).toFixed(1)} ${y(value.y).toFixed(1)}`).join('');
}

/** Lines, areas or bars over time or numbers. */
export function Chart({ label, series, measure = plain(''), across = 'time', from, until, height = 200, empty = 'No values yet.' }: Props) {
  const [box, width] = useWidth<HTMLElement>();
  const [at, setAt] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const places = useMemo(() => [...new Set(series.flatMap((each) => each.values.map((value) => value.x)))].sort((a, b) => a - b), [series]);
  const all = series.flatMap((each) => each.values);
  const place = (x: number) => (across === 'time' ? exact(x) : across.text(x));
  const legend = series.length > 1 && (
    <ul class="legend" aria-label="Legend">
      {series.map((each, i) => (
        <li key={each.name} class={`hue-${i % HUES}`}>
          <svg width="26" height="12" aria-hidden="true">
            {each.kind === 'bar' ? <rect x="6" y="0" width="14" height="12" fill="var(--hue)" /> : <path d="M0 6H26" class="line" stroke="var(--hue)" stroke-dasharray={DASHES[i % HUES]} />}
            {each.kind !== 'bar' && <Mark of={i} x={13} y={6} />}
          </svg>
          {each.name}
        </li>
      ))}
    </ul>
  );
  const head = (
    <figcaption>
      <strong>{label}</strong>
      {measure.unit !== '' && <span class="soft small">{measure.unit}</span>}
      {all.length > 0 && (
        <button type="button" class="quiet small" style="margin-left: auto" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </button>
      )}
    </figcaption>
  );
  if (all.length === 0) {
    return (
      <figure class="chart" ref={box}>
        {head}
        <div class="none" style={{ height: `${height}px` }}>
          {empty}
        </div>
      </figure>
    );
  }
  if (asTable) {
    return (
      <figure class="chart" ref={box}>
        {head}
        <div class="values" tabIndex={0} role="region" aria-label={`${label} as a table`} style={{ maxHeight: `${height + 60}px` }}>
          <table>
            <thead>
              <tr>
                <th scope="col">{across === 'time' ? 'Time' : 'At'}</th>
                {series.map((each) => (
                  <th key={each.name} scope="col">
                    {each.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {places.map((x) => (
                <tr key={x}>
                  <th scope="row">{place(x)}</th>
                  {series.map((each) => {
                    const value = each.values.find((one) => one.x === x);
                    return (
                      <td key={each.name}>
                        {value ? measure.text(value.y) : ''}
                        {value?.low !== undefined && value.high !== undefined && ` (${measure.text(value.low)} to ${measure.text(value.high)})`}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </figure>
    );
  }

  const low = Math.min(0, ...all.map((value) => Math.min(value.y, value.low ?? value.y)));
  const high = Math.max(...all.map((value) => Math.max(value.y, value.high ?? value.y)));
  const up = ticks(low, high, Math.max(2, Math.floor(height / 44)), measure);
  const [bottom, top] = [up[0]!, up.at(-1)!];
  const stepUp = up[1]! - up[0]!;
  // Room for the longest tick.
  const left = Math.max(36, 12 + 6.6 * Math.max(...up.map((each) => measure.tick(each, stepUp).length)));
  const room = { x: Math.max(40, width - left - RIGHT), y: height - TOP - BOTTOM };
  const first = from ?? places[0]!;
  const last = until ?? places.at(-1)!;
  const bars = series.filter((each) => each.kind === 'bar');
  const slot = bars.length === 0 ? 0 : room.x / Math.max(1, places.length);
  const inner = { left: left + slot / 2, width: room.x - slot };
  // A single value is in the middle.
  const x = (value: number) => (last > first ? inner.left + ((value - first) / (last - first)) * inner.width : left + room.x / 2);
  const y = (value: number) => TOP + room.y - ((value - bottom) / (top - bottom)) * room.y;
  const marks = Math.max(2, Math.floor(room.x / 70));
  const numbers = across === 'time' ? [] : ticks(first, last, marks, across);
  const along = across === 'time' ? (last > first ? timeTicks(first, last, marks) : [{ at: first, text: exact(first) }]) : numbers.filter((each) => each >= first && each <= last).map((each) => ({ at: each, text: across.tick(each, numbers[1]! - numbers[0]!) }));

  const cursor = at === null ? null : Math.min(at, places.length - 1);
  const here = cursor === null ? null : places[cursor]!;
  const read = (x: number) =>
    series
      .map((each) => {
        const value = each.values.find((one) => one.x === x);
        const range = value?.low !== undefined && value.high !== undefined ? ` (${measure.text(value.low)} to ${measure.text(value.high)})` : '';
        return value ? `${series.length > 1 ? `${each.name} ` : ''}${measure.text(value.y)}${range}` : '';
      })
      .filter(Boolean)
      .join(', ');
  const point = (event: PointerEvent) => {
    const bounds = (event.currentTarget as Element).getBoundingClientRect();
    const wanted = event.clientX - bounds.left;
    let best = 0;
    places.forEach((each, i) => (best = Math.abs(x(each) - wanted) < Math.abs(x(places[best]!) - wanted) ? i : best));
    setAt(best);
  };
  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10, Home: -places.length, End: places.length };
    const by = steps[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(places.length - 1, (cursor ?? places.length - 1) + (cursor === null ? 0 : by))));
    } else if (event.key === 'Escape') {
      setAt(null);
    }
  };
  const readout = here === null ? '' : `${place(here)}: ${read(here)}`;

  return (
    <figure class="chart" ref={box}>
      {head}
      {legend}
      <div class="readout" aria-hidden="true">
        {readout}
      </div>
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${label}. Arrow keys walk through the values.`}
        aria-valuemin={0}
        aria-valuemax={places.length - 1}
        aria-valuenow={cursor ?? places.length - 1}
        aria-valuetext={readout || `${place(places.at(-1)!)}: ${read(places.at(-1)!)}`}
        onPointerMove={point}
        onPointerLeave={() => setAt(null)}
        onKeyDown={keys}
        onBlur={() => setAt(null)}
      >
        <svg width={width} height={height} aria-hidden="true">
          {up.map((each) => (
            <g key={each}>
              <path class="grid" d={`M${left} ${y(each)}H${left + room.x}`} />
              <text x={left - 6} y={y(each) + 4} text-anchor="end">
                {measure.tick(each, stepUp)}
              </text>
            </g>
          ))}
          {along.map((each) => (
            <text key={each.at} x={Math.max(left + 14, Math.min(width - 18, x(each.at)))} y={height - 6} text-anchor="middle">
              {each.text}
            </text>
          ))}
          {series.map((each, i) => {
            const ranged = each.values.filter((value) => value.low !== undefined && value.high !== undefined);
            const order = bars.indexOf(each);
            const thick = Math.max(1, Math.min(48, (slot * 0.8) / Math.max(1, bars.length)));
            return (
              <g key={each.name} class={`hue-${i % HUES}`}>
                {each.kind === 'bar' ? (
                  each.values.map((value) => (
                    <g key={value.x}>
                      <rect x={x(value.x) + (order - bars.length / 2) * thick} y={Math.min(y(value.y), y(0))} width={Math.max(1, thick - 1)} height={Math.abs(y(0) - y(value.y))} fill="var(--hue)" />
                      {value.low !== undefined && value.high !== undefined && <path class="whisker" d={`M${x(value.x) + (order - bars.length / 2 + 0.5) * thick} ${y(value.low)}V${y(value.high)}`} />}
                    </g>
                  ))
                ) : (
                  <>
                    {ranged.length > 1 && (
                      <path class="band" fill="var(--hue)" d={`${path(ranged.map((value) => ({ x: value.x, y: value.high! })), x, y)}${path([...ranged].reverse().map((value) => ({ x: value.x, y: value.low! })), x, y).replace('M', 'L')}Z`} />
                    )}
                    {each.kind === 'area' && each.values.length > 1 && <path class="band" fill="var(--hue)" d={`${path(each.values, x, y)}L${x(each.values.at(-1)!.x)} ${y(0)}L${x(each.values[0]!.x)} ${y(0)}Z`} />}
                    <path class="line" stroke="var(--hue)" stroke-dasharray={DASHES[i % HUES]} d={path(each.values, x, y)} />
                    {each.values.length <= 12 && each.values.map((value) => <Mark key={value.x} of={i} x={x(value.x)} y={y(value.y)} />)}
                  </>
                )}
              </g>
            );
          })}
          {here !== null && (
            <>
              <path class="cursor" d={`M${x(here)} ${TOP}V${TOP + room.y}`} />
              {series.map((each, i) => {
                const value = each.values.find((one) => one.x === here);
                return value && each.kind !== 'bar' ? (
                  <g key={each.name} class={`hue-${i % HUES}`}>
                    <Mark of={i} x={x(here)} y={y(value.y)} />
                  </g>
                ) : null;
              })}
            </>
          )}
        </svg>
      </div>
    </figure>
  );
}

/** A row of a chart of bars: a name and a value for each of the series, perhaps with the range that it is known to be in. */
export interface BarRow {
  name: string;
  href?: string;
  values: (Omit<Value, 'x'> | undefined)[];
}

/** Bars side by side, each with its value in words: to compare persons, tasks or variants. */
export function Bars({ label, rows, series = [''], measure = plain(''), most, empty = 'No values yet.', stacked = false }: { label: string; rows: BarRow[]; series?: string[]; measure?: Measure; most?: number; empty?: string; stacked?: boolean }) {
  const greatest = most ?? Math.max(1e-9, ...rows.map((row) => (stacked ? row.values.reduce((sum, value) => sum + (value?.y ?? 0), 0) : Math.max(...row.values.map((value) => Math.max(value?.y ?? 0, value?.high ?? 0))))));
  const width = (value: number) => `${Math.min(100, (value / greatest) * 100)}%`;
  return (
    <figure class="chart">
      <figcaption>
        <strong>{label}</strong>
        {measure.unit !== '' && <span class="soft small">{measure.unit}</span>}
      </figcaption>
      {series.length > 1 && (
        <ul class="legend" aria-label="Legend">
          {series.map((name, i) => (
            <li key={name} class={`hue-${i % HUES}`}>
              <span class={`swatch ${i === 0 ? 'solid' : `pattern-${i % HUES}`}`} /> {name}
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 ? (
        <div class="none" style="min-height: 64px">
          {empty}
        </div>
      ) : (
        <ul class="bars">
          {rows.map((row) => (
            <li key={row.name}>
              <span class="cut">{row.href ? <a href={row.href}>{row.name}</a> : row.name}</span>
              <span class="track" aria-hidden="true" style={stacked ? 'flex-direction: row; gap: 0' : undefined}>
                {row.values.map((value, i) => {
                  // Where every row has one value, rows are told apart by their names alone.
                  const hue = series.length > 1 ? i : 0;
                  return (
                    value &&
                    !(stacked && value.y === 0) && (
                      <span key={i} class={`one hue-${hue % HUES}`} style={stacked ? { width: width(value.y) } : undefined}>
                        <span class={`part ${row.values.length > 1 && !stacked ? 'thin' : ''} ${hue === 0 ? 'solid' : `pattern-${hue % HUES}`}`} style={{ display: 'block', width: stacked ? '100%' : width(value.y) }} />
                        {value.low !== undefined && value.high !== undefined && value.high > value.low && (
                          <span class="range" style={{ left: width(Math.max(0, value.low)), width: `calc(${width(value.high)} - ${width(Math.max(0, value.low))})` }} />
                        )}
                      </span>
                    )
                  );
                })}
              </span>
              <span class="value">
                {row.values
                  .map((value, i) =>
                    value && !(stacked && value.y === 0)
                      ? `${series.length > 1 ? `${series[i]} ` : ''}${measure.text(value.y)}${value.low !== undefined && value.high !== undefined && value.high > value.low ? ` ± ${measure.text((value.high - value.low) / 2)}` : ''}`
                      : '',
                  )
                  .filter(Boolean)
                  .join(', ') || <span class="soft">{measure.text(0)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
