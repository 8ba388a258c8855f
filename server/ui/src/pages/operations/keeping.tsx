/** What is kept: backups of the journal, and cases that ended long ago and may be erased. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, get, part, post, remove, type Problem as ProblemData } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { useLoad } from '../../lib/load';
import { usePages } from '../../lib/pages';
import { parameter, setQuery, to } from '../../lib/router';
import { day, exact, millis } from '../../lib/time';
import type { Case, Page } from '../../lib/types';
import { Dialog, Empty, Field, Panel, Problem, Shown, State, Time } from '../../parts/basics';
import { bytes } from '../../parts/chart/scale';
import { PagedTable, type Column } from '../../parts/table';

interface Backup {
  backup: string;
  until: string;
  rows: number;
  bytes: number;
}

/** Backups on the server's machine. */
export function Backups() {
  const read = useLoad<Page<{ backup: string }>>((stop) => get('/backups', { limit: 1000 }, stop), []);
  const [replay, setReplay] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Backup>();
  const [problem, setProblem] = useState<ProblemData>();
  const make = async () => {
    setBusy(true);
    setProblem(undefined);
    setMade(undefined);
    try {
      setMade(await post<Backup>('/backups', replay ? { replay } : {}));
      read.again();
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="column">
      <div class="row">
        <button type="button" class="primary" disabled={busy} onClick={() => void make()}>
          {busy ? 'Copying and verifying …' : 'Make a backup'}
        </button>
        <label class="row">
          <input type="checkbox" checked={replay} onChange={(event) => setReplay(event.currentTarget.checked)} /> also replay every turn of the copy (slower, proves more)
        </label>
      </div>
      {busy && <progress aria-label="The backup is being made" style="width: 100%" />}
      <Problem of={problem} />
      {made && (
        <p class="row" role="status">
          <State of="done" /> {made.backup}: {made.rows.toLocaleString()} rows, {bytes.text(made.bytes)}, until <Time at={made.until} plain />
        </p>
      )}
      <Shown of={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="There is no backup yet">
              A backup copies the journal while the engine runs, and verifies the copy. It stays on the server's machine, in the directory of backups: copy it elsewhere. <code>mill restore</code> brings it back.
            </Empty>
          ) : (
            <Panel title={`${items.length} ${items.length === 1 ? 'backup' : 'backups'} on the server's machine`}>
              <ul class="plain column" style="gap: 4px">
                {[...items].reverse().map((each) => (
                  <li key={each.backup} class="mono">
                    {each.backup}
                  </li>
                ))}
              </ul>
            </Panel>
          )
        }
      </Shown>
    </div>
  );
}

const CASES: Column<Case>[] = [
  { name: 'case', title: 'Case', width: '90px', cell: (row) => row.case, value: (row) => row.case },
  { name: 'process', title: 'Process', width: 'minmax(100px, 1fr)', cell: (row) => row.process, value: (row) => row.process },
  { name: 'key', title: 'Key', width: 'minmax(100px, 1fr)', cell: (row) => row.key ?? '', value: (row) => row.key },
  { name: 'state', title: 'State', width: '110px', cell: (row) => <State of={row.state} />, value: (row) => row.state },
  { name: 'ended', title: 'Ended', width: '120px', cell: (row) => (row.ended ? <Time at={row.ended} /> : ''), value: (row) => row.ended },
];

const AGES: [string, number][] = [
  ['30 days', 30],
  ['90 days', 90],
  ['1 year', 365],
  ['10 years', 3_650],
];

/** Cases that ended before an instant; erased for ever after a typed confirmation. */
export function Retention() {
  const before = !Number.isNaN(millis(parameter('before'))) ? parameter('before') : new Date(Math.floor(serverNow() / 86_400_000) * 86_400_000 - 90 * 86_400_000).toISOString();
  const list = usePages<Case>('/retention', { before }, undefined, { count: true });
  const [erasing, setErasing] = useState(false);
  const count = list.count.value ?? 0;
  const days = Math.round((serverNow() - millis(before)) / 86_400_000);
  return (
    <>
      <p class="soft" style="margin-bottom: 8px">
        Cases that ended long ago can be erased with their sub-cases, history and files. That cannot be undone; backups keep what they have.
      </p>
      <div class="row" style="align-items: end">
        <Field label="Ended before">
          {(id) => <input id={id} type="date" value={day(millis(before))} max={day(serverNow() + 86_400_000)} onChange={(event) => event.currentTarget.value !== '' && setQuery({ before: new Date(`${event.currentTarget.value}T00:00:00`).toISOString() })} />}
        </Field>
        {AGES.map(([title, age]) => (
          <button key={title} type="button" aria-pressed={days === age} onClick={() => setQuery({ before: new Date(Math.floor(serverNow() / 86_400_000) * 86_400_000 - age * 86_400_000).toISOString() })}>
            {title} ago
          </button>
        ))}
      </div>
      <PagedTable
        label="Ended cases"
        of={list}
        columns={CASES}
        id={(row) => row.case}
        href={(row) => to.case(row.case)}
        actions={
          <button type="button" class="danger" disabled={count === 0} onClick={() => setErasing(true)}>
            Erase {count.toLocaleString()} {count === 1 ? 'case' : 'cases'} …
          </button>
        }
        empty={<Empty title="No case ended before that day">Choose a later day to see more.</Empty>}
      />
      <Scrub />
      {erasing && <Erase before={before} count={count} close={() => (setErasing(false), list.again())} />}
    </>
  );
}

/** Erases case by case, with progress; can be stopped between two. */
function Erase({ before, count, close }: { before: string; count: number; close: () => void }) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [done, setDone] = useState<number>();
  const [ended, setEnded] = useState(false);
  const [problem, setProblem] = useState<ProblemData>();
  const stopped = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);
  const wanted = `erase ${count}`;
  const run = async () => {
    setDone(0);
    let erased = 0;
    try {
      while (!stopped.current) {
        const page = await get<Page<Case>>('/retention', { before, limit: 100 });
        if (page.items.length === 0 || erased >= count) {
          break;
        }
        for (const each of page.items) {
          if (stopped.current || erased >= count) {
            break;
          }
          await remove(`/cases/${part(each.case)}`, { reason });
          setDone(++erased);
        }
      }
    } catch (failure) {
      setProblem(asProblem(failure));
    }
    setEnded(true);
  };
  return (
    <Dialog title={`Erase ${count.toLocaleString()} ${count === 1 ? 'case' : 'cases'}`} close={close}>
      {done === undefined ? (
        <form
          class="column"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <p>
            {count.toLocaleString()} {count === 1 ? 'case that' : 'cases that'} ended before {exact(millis(before))} {count === 1 ? 'is' : 'are'} erased with sub-cases, history and files. <strong>This cannot be undone.</strong>
          </p>
          <Field label="Reason">{(id) => <input id={id} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}</Field>
          <Field label={`Type "${wanted}" to confirm`}>{(id) => <input id={id} autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />}</Field>
          <div>
            <button type="submit" class="danger" disabled={typed.trim() !== wanted}>
              Erase for ever
            </button>
          </div>
        </form>
      ) : (
        <div class="column" role="status">
          <progress aria-label="Progress" style="width: 100%" max={count} value={done} />
          <p class="row">
            <State of={ended ? 'done' : 'running'} /> {done.toLocaleString()} of {count.toLocaleString()} erased.
            {!ended && (
              <button type="button" onClick={() => (stopped.current = true)}>
                Stop
              </button>
            )}
          </p>
        </div>
      )}
      <Problem of={problem} />
    </Dialog>
  );
}

function Scrub() {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<ProblemData>();
  const scrub = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await post('/retention/scrub');
      setDone(true);
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <details style="margin-top: 16px">
      <summary>Remove what was erased also from the files of the store</summary>
      <p class="soft" style="margin: 8px 0">
        The store reuses the room of erased cases over time. Scrubbing rewrites all its files at once, and takes as long as copying the journal.
      </p>
      <button type="button" disabled={busy} onClick={() => void scrub()}>
        {busy ? 'Rewriting the files …' : 'Scrub the store'}
      </button>{' '}
      {done && <State of="done" />}
      <Problem of={problem} />
    </details>
  );
}
