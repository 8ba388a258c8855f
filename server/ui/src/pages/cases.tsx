/** Cases: searched by process, state, key, attributes and time; acted upon one by one or many at once. */
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api';
import { useLoad } from '../lib/load';
import { usePages } from '../lib/pages';
import { remember } from '../lib/recall';
import { parameter, setQuery, to } from '../lib/router';
import { may } from '../lib/session';
import type { Case, Page, ProcessVersion } from '../lib/types';
import { Empty, Field, Span, State, Time, Title } from '../parts/basics';
import { Many } from '../parts/many';
import { StartCase } from '../parts/start';
import { PagedTable, type Column } from '../parts/table';
import { brief } from '../parts/value';

const STATES = ['running', 'suspended', 'completed', 'failed', 'cancelled'];
const LIFE = ['CaseStarted', 'CaseCompleted', 'CaseFailed', 'CaseCancelled', 'CaseEnded', 'CaseSuspended', 'CaseResumed', 'CaseMigrated', 'IncidentRaised', 'IncidentResolved', 'CaseErased'];

const COLUMNS: Column<Case>[] = [
  { name: 'case', title: 'Case', width: '90px', narrow: '56px', cell: (row) => <span class="mono">{row.case}</span>, value: (row) => row.case },
  { name: 'process', title: 'Process', width: 'minmax(110px, 1fr)', narrow: 'minmax(56px, 1fr)', cell: (row) => row.process, value: (row) => row.process },
  { name: 'key', title: 'Key', width: 'minmax(90px, 1fr)', narrow: 'minmax(56px, 1fr)', cell: (row) => row.key ?? '', value: (row) => row.key },
  {
    name: 'state',
    title: 'State',
    width: '110px',
    narrow: '94px',
    cell: (row) => <State of={row.incident ? 'incident' : row.state} title={row.incident} />,
    value: (row) => (row.incident ? `${row.state}, incident` : row.state),
  },
  { name: 'version', title: 'Version', width: '64px', number: true, cell: (row) => row.version, value: (row) => row.version, wideOnly: true },
  { name: 'started', title: 'Started', width: '120px', cell: (row) => <Time at={row.started} />, value: (row) => row.started, wideOnly: true },
  { name: 'took', title: 'Takes', width: '100px', cell: (row) => <Span from={row.started} to={row.ended} />, value: (row) => row.ended, wideOnly: true },
  {
    name: 'outcome',
    title: 'Outcome, incident or attributes',
    width: 'minmax(160px, 2fr)',
    cell: (row) => <span class="soft">{row.incident ?? brief(row.outcome ?? row.attributes ?? '', 160)}</span>,
    value: (row) => row.incident ?? brief(row.outcome ?? row.attributes ?? '', 1_000),
    wideOnly: true,
  },
];

/** The filters of the address, as the endpoint takes them. */
export function filters(): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const name of ['process', 'state', 'key', 'startedFrom', 'startedBefore', 'incidents', 'subCases', 'order', 'at', 'incident']) {
    const value = parameter(name);
    if (value !== '') {
      found[name] = value;
    }
  }
  const where = parameter('where');
  if (where !== '') {
    found['where'] = where.split(/\s*,\s*/).filter(Boolean);
  }
  return found;
}

export default function Cases() {
  const processes = useLoad<Page<ProcessVersion>>((stop) => get('/processes', { limit: 1000 }, stop), []);
  const wanted = filters();
  const oldest = parameter('oldest') === 'true';
  const list = usePages<Case>('/cases', { ...wanted, ...(oldest ? {} : { descending: true }) }, parameter('at') === '' ? { kinds: LIFE } : undefined);
  const [starting, setStarting] = useState(false);
  const [chosen, setChosen] = useState(new Set<string>());
  const [dropped, setDropped] = useState(0);
  const [acting, setActing] = useState(false);
  const rows = list.items.value;
  useEffect(() => remember(rows ?? []), [rows]);
  useEffect(() => {
    // Who looks at the list opens a case next: its page and what places its picture are loaded while nothing else is.
    const timer = rows === undefined ? 0 : window.setTimeout(() => void import('./case').catch(() => undefined), 1_000);
    return () => window.clearTimeout(timer);
  }, [rows === undefined]);
  useEffect(() => {
    // An action touches only what one sees: a case that is not in the list any more is not chosen any more.
    const here = new Set(rows?.map((row) => row.case));
    const kept = new Set([...chosen].filter((id) => here.has(id)));
    if (rows !== undefined && kept.size < chosen.size) {
      setChosen(kept);
      setDropped((before) => before + chosen.size - kept.size);
    }
  }, [rows]);
  const choose = (ids: Set<string>) => {
    setChosen(ids);
    setDropped(0);
  };
  const starts = may('administrator', 'designer', 'operator');
  const narrowed = Object.keys(wanted).length > 0;
  const choice = (name: string, label: string, values: string[], all: string) => (
    <Field label={label}>
      {(id) => (
        <select id={id} value={parameter(name)} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
          <option value="">{all}</option>
          {values.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <div class="text">
      <Title
        actions={
          <>
            {/* A list of the past is no filter for what is done now. */}
            {may('operator', 'administrator') && (chosen.size > 0 || parameter('at') === '') && (
              <button type="button" onClick={() => setActing(true)}>
                {chosen.size > 0 ? `Act on ${chosen.size} chosen …` : 'Act on all of these …'}
              </button>
            )}
            {starts && (
              <button type="button" class="primary" onClick={() => setStarting(true)}>
                Start a case
              </button>
            )}
          </>
        }
      >
        Cases
      </Title>
      <form class="row" role="search" aria-label="Filter cases" style="align-items: end; margin-bottom: 12px" onSubmit={(event) => event.preventDefault()}>
        {choice('process', 'Process', (processes.value.value?.items ?? []).map((each) => each.process), 'all processes')}
        {choice('state', 'State', STATES, 'any state')}
        <Field label="Key">{(id) => <input id={id} size={12} value={parameter('key')} placeholder="C-4711" onInput={(event) => setQuery({ key: event.currentTarget.value })} />}</Field>
        <Field label="Attributes">
          {(id) => <input id={id} size={18} value={parameter('where')} placeholder="country=DE, amount>=100" onChange={(event) => setQuery({ where: event.currentTarget.value })} />}
        </Field>
        <Field label="Order">
          {(id) => (
            <select id={id} value={oldest ? 'oldest' : ''} onChange={(event) => setQuery({ oldest: event.currentTarget.value === 'oldest' ? 'true' : null })}>
              <option value="">youngest first</option>
              <option value="oldest">oldest first</option>
            </select>
          )}
        </Field>
        <label class="row">
          <input type="checkbox" checked={parameter('incidents') === 'true'} onChange={(event) => setQuery({ incidents: event.currentTarget.checked ? 'true' : null })} /> only incidents
        </label>
        <label class="row">
          <input type="checkbox" checked={parameter('subCases') === 'true'} onChange={(event) => setQuery({ subCases: event.currentTarget.checked ? 'true' : null })} /> sub-cases, too
        </label>
        {narrowed && (
          <button type="button" class="quiet" onClick={() => setQuery({ process: null, state: null, key: null, where: null, incidents: null, subCases: null, at: null, startedFrom: null, startedBefore: null, order: null, incident: null })}>
            Show all
          </button>
        )}
      </form>
      {dropped > 0 && (
        <p class="soft" role="status" style="margin-bottom: 8px">
          {dropped === 1 ? 'A chosen case is' : `${dropped.toLocaleString()} chosen cases are`} not in the list any more, and no longer chosen.
        </p>
      )}
      <PagedTable
        label="Cases"
        of={list}
        columns={COLUMNS}
        id={(row) => row.case}
        href={(row) => to.case(row.case)}
        {...(may('operator', 'administrator') ? { chosen, choose } : {})}
        empty={
          narrowed ? (
            <Empty title="No case fits" actions={<button type="button" onClick={() => setQuery({ process: null, state: null, key: null, where: null, incidents: null, subCases: null, at: null })}>Show all cases</button>}>
              The filters leave nothing. Attributes are compared as NAME=VALUE, NAME&gt;=VALUE or NAME&lt;=VALUE.
            </Empty>
          ) : (
            <Empty title="No case has started yet" {...(starts ? { actions: <button type="button" class="primary" onClick={() => setStarting(true)}>Start a case</button> } : {})}>
              A case is one run of a process. Cases are started here, by programs over HTTP, or with <code>mill start</code>.
            </Empty>
          )
        }
      />
      {starting && <StartCase process={parameter('process')} close={() => setStarting(false)} />}
      {acting && <Many filter={wanted} chosen={chosen} close={() => setActing(false)} />}
    </div>
  );
}
