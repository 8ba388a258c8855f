/** A long table: only the rows in sight are drawn, more are read as one scrolls, and what was read can be saved. */
import './table.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Paged } from '../lib/pages';
import { MOST_PRINTED, printing } from '../lib/printing';
import { Menu, Problem, save } from './basics';

export interface Column<T> {
  name: string;
  title: string;
  cell: (row: T) => ComponentChildren;
  /** The value to save and to sort by; without it the column is not saved. */
  value?: (row: T) => string | number | undefined;
  /** As in a CSS grid, such as `120px` or `minmax(160px, 2fr)`. */
  width?: string;
  /** The width where there is little room, unless it is the same. */
  narrow?: string;
  number?: boolean;
  /** Left out where there is little room. */
  wideOnly?: boolean;
}

const ROW = 36;
const AROUND = 12;

interface Props<T> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  id: (row: T) => string;
  /** The page of a row: Enter on the row goes there. */
  href?: (row: T) => string;
  /** Rows that can be chosen, for actions on many. */
  chosen?: Set<string>;
  choose?: (ids: Set<string>) => void;
  /** Of which list the rows are: another list is shown from its beginning. */
  list?: string;
  more?: boolean;
  next?: () => void;
  /** The most height that it takes. */
  height?: string;
  /** By which name it is saved. */
  file?: string;
  /** Whether the rows are all there are, so that they can be sorted here. */
  sortable?: boolean;
  actions?: ComponentChildren;
  summary?: ComponentChildren;
  selected?: string;
}

function csv<T>(columns: Column<T>[], rows: T[]): string {
  const saved = columns.filter((column) => column.value);
  const quoted = (text: string) => {
    // A cell that begins like a formula is text for spreadsheets, too.
    const safe = /^[=+\-@\t]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
    return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (cells: (string | number | undefined)[]) => cells.map((cell) => quoted(cell === undefined ? '' : String(cell))).join(',');
  return [line(saved.map((column) => column.title)), ...rows.map((row) => line(saved.map((column) => column.value!(row))))].join('\r\n') + '\r\n';
}

function sorted<T>(rows: T[], column: Column<T> | undefined, down: boolean): T[] {
  if (!column?.value) {
    return rows;
  }
  const value = column.value;
  const order = (a: T, b: T) => {
    const [x, y] = [value(a), value(b)];
    if (x === undefined || y === undefined) {
      return (x === undefined ? 1 : 0) - (y === undefined ? 1 : 0);
    }
    const less = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true });
    return down ? -less : less;
  };
  return [...rows].sort(order);
}

/** Puts the focus on the link of a row, or on whatever can have it. */
function focusRow(scroller: HTMLElement, row: number): boolean {
  const found = scroller.querySelector<HTMLElement>(`[data-row="${row}"] a`) ?? scroller.querySelector<HTMLElement>(`[data-row="${row}"] :is(button, input)`);
  found?.focus({ preventScroll: true });
  return found !== null;
}

/** How far the first row in sight has moved: by so many rows one must scroll to see the same. Rows that are gone are passed over. */
export function movedBy(before: string[], after: string[], first: number): number {
  const places = new Map(after.map((id, i) => [id, i]));
  for (let i = first; i < before.length; i++) {
    const now = places.get(before[i]!);
    if (now !== undefined) {
      return now - i;
    }
  }
  return 0;
}

/** Keeps the rows in sight where they are when others come or go above them. Another list begins at its beginning, another order stays where it is. */
function usePlace(box: { current: HTMLDivElement | null }, ids: string[], order: string, list: string, setTop: (top: number) => void): void {
  const before = useRef({ ids, order, list });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { ids, order, list };
    const scroller = box.current!;
    if (scroller.scrollTop === 0 || old.ids === ids) {
      return;
    }
    if (old.list !== list) {
      scroller.scrollTop = 0;
    } else if (old.order === order) {
      scroller.scrollTop += movedBy(old.ids, ids, Math.floor(scroller.scrollTop / ROW)) * ROW;
    }
    setTop(scroller.scrollTop);
  });
}

export function Table<T>(props: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const [sort, setSort] = useState<{ name: string; down: boolean } | null>(null);
  const [narrow, setNarrow] = useState(window.innerWidth < 720);
  const columns = props.columns.filter((column) => !(narrow && column.wideOnly));
  const rows = useMemo(() => sorted(props.rows, props.columns.find((column) => column.name === sort?.name), sort?.down ?? false), [props.rows, sort]);
  const first = printing.value ? 0 : Math.max(0, Math.floor(top / ROW) - AROUND);
  const last = Math.min(rows.length, printing.value ? MOST_PRINTED : Math.ceil((top + height) / ROW) + AROUND);

  useEffect(() => {
    const watch = new ResizeObserver(() => {
      setHeight(box.current?.clientHeight ?? 600);
      setNarrow(window.innerWidth < 720);
    });
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (props.more && !printing.value && last >= rows.length - AROUND) {
      props.next?.();
    }
  }, [last, props.rows, props.more]);
  const ids = useMemo(() => rows.map(props.id), [rows]);
  usePlace(box, ids, `${props.list ?? ''} ${sort?.name ?? ''} ${sort?.down ?? ''}`, props.list ?? '', setTop);

  const template = (props.choose ? (narrow ? '24px ' : '32px ') : '') + columns.map((column) => (narrow ? column.narrow : undefined) ?? column.width ?? 'minmax(80px, 1fr)').join(' ');
  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: Math.floor(height / ROW), PageUp: -Math.floor(height / ROW) };
    const step = steps[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (step === undefined || row === null) {
      return;
    }
    event.preventDefault();
    const wanted = Math.max(0, Math.min(rows.length - 1, Number(row.dataset['row']) + step));
    const scroller = box.current!;
    const y = wanted * ROW;
    if (y < scroller.scrollTop) {
      scroller.scrollTop = y;
    } else if (y + 2 * ROW > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = y + 2 * ROW - scroller.clientHeight;
    }
    setTop(scroller.scrollTop);
    // A row that was out of sight is there after the next drawing.
    focusRow(scroller, wanted) || requestAnimationFrame(() => focusRow(scroller, wanted));
  };
  const all = props.chosen !== undefined && ids.length > 0 && ids.every((id) => props.chosen!.has(id));
  const toggle = (id: string) => {
    const next = new Set(props.chosen);
    if (!next.delete(id)) {
      next.add(id);
    }
    props.choose!(next);
  };
  const file = props.file ?? props.label.toLowerCase().replace(/\W+/g, '-');

  return (
    <div class="long-table">
      <div class="row bar">
        {props.actions}
        <span class="row far soft">
          {props.summary}
          <Menu
            label="Save"
            choices={[
              { label: 'As CSV', act: () => save(`${file}.csv`, 'text/csv', csv(props.columns, rows)) },
              { label: 'As JSON', act: () => save(`${file}.json`, 'application/json', JSON.stringify(rows, null, 2)) },
            ]}
          />
        </span>
      </div>
      <div
        ref={box}
        class="scroller"
        role="table"
        aria-label={props.label}
        aria-rowcount={props.more ? -1 : rows.length + 1}
        tabIndex={0}
        style={{ maxHeight: props.height ?? 'calc(100vh - 220px)' }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={keys}
      >
        <div role="rowgroup" class="head">
          <div role="row" style={{ gridTemplateColumns: template }}>
            {props.choose && (
              <span role="columnheader">
                <input type="checkbox" aria-label="Choose all that are shown" checked={all} onChange={() => props.choose!(all ? new Set() : new Set(ids))} />
              </span>
            )}
            {columns.map((column) => (
              <span role="columnheader" key={column.name} class={column.number ? 'number' : undefined} aria-sort={sort?.name === column.name ? (sort.down ? 'descending' : 'ascending') : undefined}>
                {props.sortable && column.value ? (
                  <button type="button" class="quiet" onClick={() => setSort(sort?.name !== column.name ? { name: column.name, down: false } : sort.down ? null : { name: column.name, down: true })}>
                    {column.title}
                    <span aria-hidden="true">{sort?.name === column.name ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                ) : (
                  column.title
                )}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ height: `${(printing.value ? last : rows.length) * ROW}px`, position: 'relative' }}>
          {rows.slice(first, last).map((row, offset) => {
            const at = first + offset;
            const id = props.id(row);
            return (
              <div
                role="row"
                key={id}
                data-row={at}
                aria-rowindex={at + 2}
                class={id === props.selected ? 'selected' : undefined}
                style={{ gridTemplateColumns: template, top: `${at * ROW}px`, height: `${ROW}px` }}
              >
                {props.choose && (
                  <span role="cell">
                    <input type="checkbox" aria-label={`Choose ${id}`} checked={props.chosen!.has(id)} onChange={() => toggle(id)} />
                  </span>
                )}
                {columns.map((column, i) => (
                  <span role="cell" key={column.name} class={column.number ? 'cut number' : 'cut'}>
                    {i === 0 && props.href ? <a href={props.href(row)}>{column.cell(row)}</a> : column.cell(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** A table of a list that is read page by page. */
export function PagedTable<T>({ of, empty, ...props }: Omit<Props<T>, 'rows' | 'more' | 'next'> & { of: Paged<T>; empty: ComponentChildren }) {
  const rows = of.items.value;
  const count = of.count.value;
  const summary = rows === undefined ? '' : `${rows.length.toLocaleString()}${of.more.value && count !== undefined ? ` of ${count.toLocaleString()}` : ''} shown${of.more.value && count === undefined ? ', there are more' : ''}`;
  return (
    <>
      <Problem of={of.problem.value} again={of.again} />
      {rows === undefined ? (
        of.slow.value && <div class="skeleton" aria-busy="true" />
      ) : rows.length === 0 ? (
        empty
      ) : (
        <Table {...props} rows={rows} list={of.of.value} more={of.more.value} next={of.next} summary={summary} />
      )}
    </>
  );
}
