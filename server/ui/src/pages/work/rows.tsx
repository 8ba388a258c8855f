/** The list at the left: groups by due, and only the rows in sight are drawn. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { millis, now } from '../../lib/time';
import type { Work } from '../../lib/types';
import { Span, State, Time } from '../../parts/basics';
import { askKeys, caseKeys, rootOf } from './keys';
import { isLate, NORMAL_PRIORITY, type Group } from './order';

const ROW = 78;
const HEAD = 32;
const AROUND = 8;

/** The case of work as people call it. */
export function caseName(work: Work): string {
  const key = caseKeys.value.get(rootOf(work.case));
  return key ? `${key} (${work.case})` : `case ${work.case}`;
}

/** Who has it, or who may take it. */
export function whose(work: Work, me: string): string {
  if (work.holder !== undefined) {
    return work.holder === me ? 'you have it' : `${work.holder} has it`;
  }
  if (work.by !== 'people') {
    return `automatic: ${work.doer ?? work.by}`;
  }
  const to = [...(work.roles ?? []).map((role) => `role ${role}`), ...(work.participants ?? []).filter((each) => !work.roles?.includes(each))];
  return work.pool ? `pool ${work.pool}` : to.length === 0 ? 'anybody may take it' : `offered to ${to.join(', ')}`;
}

/** When it is due, in words and with a shape when that has passed. */
export function Due({ work }: { work: Work }) {
  if (work.due === undefined) {
    return null;
  }
  return isLate(work, now.value) ? (
    <span class="due">
      <State of="late" tone="trouble" /> <Span from={work.due} />
    </span>
  ) : (
    <span class={millis(work.due) - now.value < 86_400_000 ? 'due soon' : 'due'}>
      due <Time at={work.due} />
    </span>
  );
}

interface Props {
  groups: Group[];
  open: string;
  me: string;
  href: (work: Work) => string;
  stale: boolean;
}

/** The rows. Arrow keys walk through them, Enter opens one. */
export function Rows({ groups, open, me, href, stale }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const flat = groups.flatMap((group) => group.items);
  const places = new Map<string, { at: number; index: number }>();
  let y = 0;
  const drawn = groups.map((group) => {
    const from = y;
    y += HEAD;
    group.items.forEach((work) => {
      places.set(work.work, { at: y, index: places.size });
      y += ROW;
    });
    return { group, from, to: y };
  });
  const visible = (at: number) => at + ROW > top - AROUND * ROW && at < top + height + AROUND * ROW;

  useEffect(() => {
    const watch = new ResizeObserver(() => setHeight(box.current?.clientHeight ?? 800));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  const shown = flat.filter((work) => visible(places.get(work.work)!.at));
  useEffect(() => askKeys(shown.map((work) => work.case)), [shown.map((work) => work.case).join()]);

  const show = (at: number) => {
    const scroller = box.current!;
    if (at - HEAD < scroller.scrollTop) {
      scroller.scrollTop = at - HEAD;
    } else if (at + ROW > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = at + ROW - scroller.clientHeight;
    }
    setTop(scroller.scrollTop);
  };
  // What is opened by its address, or by the keys, is in sight.
  useLayoutEffect(() => {
    const place = places.get(open);
    if (place) {
      show(place.at);
    }
  }, [open, places.has(open)]);
  const keys = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / ROW) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -flat.length, End: flat.length }[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-work]');
    if (step === undefined || row === null) {
      return;
    }
    event.preventDefault();
    const index = places.get(row.dataset['work']!)?.index ?? 0;
    const wanted = flat[Math.max(0, Math.min(flat.length - 1, index + step))]!;
    show(places.get(wanted.work)!.at);
    const focus = () => {
      const found = box.current?.querySelector<HTMLElement>(`[data-work="${CSS.escape(wanted.work)}"]`);
      found?.focus({ preventScroll: true });
      return found != null;
    };
    focus() || requestAnimationFrame(focus);
  };
  return (
    <div ref={box} class={stale ? 'work-list stale' : 'work-list'} role="region" aria-label="Work items" tabIndex={flat.length === 0 ? -1 : 0} onScroll={(event) => setTop(event.currentTarget.scrollTop)} onKeyDown={keys}>
      {drawn.map(({ group, from, to }) => (
        <section key={group.name} style={{ height: `${to - from}px` }} aria-label={group.name}>
          <h2>
            {group.name} <span class="soft">{group.items.length.toLocaleString()}</span>
          </h2>
          <ul class="plain">
            {group.items.map((work, i) => {
              const at = places.get(work.work)!.at;
              return (
                visible(at) && (
                  <li key={work.work} style={{ top: `${at - from}px`, height: `${ROW}px` }} aria-setsize={group.items.length} aria-posinset={i + 1}>
                    <a href={href(work)} data-work={work.work} aria-current={work.work === open ? 'true' : undefined}>
                      <span class="line">
                        <strong class="cut">{work.task}</strong>
                        <Due work={work} />
                      </span>
                      <span class="line soft">
                        <span class="cut">
                          {work.process} · {caseName(work)}
                        </span>
                        <span class="since">
                          <Span from={work.offered} />
                        </span>
                      </span>
                      <span class="line">
                        <span class="cut soft">{whose(work, me)}</span>
                        <span class="marks">
                          {work.priority !== NORMAL_PRIORITY && <span class="small soft">priority {work.priority}</span>}
                          {work.incident !== undefined && <State of="incident" title={work.incident} />}
                          {work.delayed !== undefined ? <State of="delayed" title={work.delayed} /> : <State of={work.state} />}
                        </span>
                      </span>
                    </a>
                  </li>
                )
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
