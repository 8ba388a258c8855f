/** API keys: who has which, new ones with their secret shown once, revoked ones. */
import { useState } from 'preact/hooks';
import { asProblem, get, part, post, remove, type Problem as ProblemData } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { useLoad } from '../../lib/load';
import { key as ownKey, me } from '../../lib/session';
import { millis, now } from '../../lib/time';
import type { Page } from '../../lib/types';
import { Dialog, Empty, Field, Problem, Shown, State, Time } from '../../parts/basics';
import { Table, type Column } from '../../parts/table';
import { Secret } from './secret';

interface ApiKey {
  id: string;
  name: string;
  roles: string[];
  forOthers: boolean;
  tasks?: string[];
  processes?: string[];
  created: string;
  expires?: string;
  revoked?: string;
}

const ROLES: [string, string][] = [
  ['administrator', 'everything, keys included'],
  ['designer', 'deploys processes, asks, simulates'],
  ['operator', 'intervenes in cases, changes participants'],
  ['participant', 'does the own work'],
  ['worker', 'a program that fetches jobs'],
  ['auditor', 'reads everything, changes nothing'],
];

function standing(key: ApiKey): 'valid' | 'revoked' | 'expired' {
  return key.revoked ? 'revoked' : key.expires && millis(key.expires) < now.value ? 'expired' : 'valid';
}

export function ApiKeys() {
  const read = useLoad<Page<ApiKey>>((stop) => get('/keys', { limit: 1000 }, stop), []);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const columns: Column<ApiKey>[] = [
    { name: 'name', title: 'Acts as', width: 'minmax(100px, 1fr)', cell: (row) => row.name, value: (row) => row.name },
    { name: 'roles', title: 'Roles', width: 'minmax(120px, 2fr)', cell: (row) => `${row.roles.join(', ')}${row.forOthers ? ', for others' : ''}`, value: (row) => row.roles.join(' ') },
    { name: 'state', title: 'State', width: '90px', cell: (row) => <State of={standing(row)} tone={standing(row) === 'valid' ? 'done' : 'off'} />, value: standing },
    { name: 'limits', title: 'Only for', width: 'minmax(100px, 1fr)', cell: (row) => [...(row.tasks ?? []), ...(row.processes ?? [])].join(', '), value: (row) => [...(row.tasks ?? []), ...(row.processes ?? [])].join(' '), wideOnly: true },
    { name: 'created', title: 'Made', width: '110px', cell: (row) => <Time at={row.created} />, value: (row) => row.created, wideOnly: true },
    { name: 'expires', title: 'Ends', width: '110px', cell: (row) => (row.expires ? <Time at={row.expires} /> : <span class="soft">never</span>), value: (row) => row.expires, wideOnly: true },
    { name: 'id', title: 'Id', width: '130px', cell: (row) => <span class="mono">{row.id}</span>, value: (row) => row.id, wideOnly: true },
    {
      name: 'revoke',
      title: 'Revoke',
      width: '80px',
      cell: (row) =>
        standing(row) === 'valid' && (
          <button type="button" class="quiet" aria-label={`Revoke the key of ${row.name} ${row.id}`} onClick={() => setRevoking(row)}>
            Revoke …
          </button>
        ),
    },
  ];
  const make = (
    <button type="button" class="primary" onClick={() => setMaking(true)}>
      Make a key
    </button>
  );
  return (
    <>
      <Shown of={read}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="There is no API key" actions={make}>
              Security is off: everybody on this machine may do everything. With a key, security is on from the next start of the server: then everybody needs a key or a token. Make one for an administrator first.
            </Empty>
          ) : (
            <Table label="API keys" sortable columns={columns} rows={items} id={(row) => row.id} actions={make} file="keys" />
          )
        }
      </Shown>
      {making && <MakeKey first={(read.value.value?.items.length ?? 0) === 0} close={() => (setMaking(false), read.again())} />}
      {revoking && <Revoke of={revoking} close={() => (setRevoking(undefined), read.again())} />}
    </>
  );
}

function words(text: string): string[] {
  return text.split(/[,\s]+/).filter(Boolean);
}

function MakeKey({ first, close }: { first: boolean; close: () => void }) {
  const [name, setName] = useState('');
  const [roles, setRoles] = useState(new Set([first ? 'administrator' : 'participant']));
  const [forOthers, setForOthers] = useState(false);
  const [tasks, setTasks] = useState('');
  const [processes, setProcesses] = useState('');
  const [expires, setExpires] = useState('');
  const [problem, setProblem] = useState<ProblemData>();
  const [made, setMade] = useState<ApiKey & { secret: string }>();
  const [busy, setBusy] = useState(false);
  const locksOut = first && !roles.has('administrator');
  const toggle = (role: string) => {
    const next = new Set(roles);
    if (!next.delete(role)) {
      next.add(role);
    }
    setRoles(next);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      setMade(
        await post('/keys', {
          name: name.trim(),
          roles: [...roles],
          ...(forOthers ? { forOthers } : {}),
          ...(roles.has('worker') && words(tasks).length > 0 ? { tasks: words(tasks) } : {}),
          ...(roles.has('worker') && words(processes).length > 0 ? { processes: words(processes) } : {}),
          ...(expires === '' ? {} : { expires: new Date(serverNow() + Number(expires) * 86_400_000).toISOString() }),
        }),
      );
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
  };
  if (made) {
    return (
      <Dialog title={`The key of ${made.name}`} close={close}>
        <Secret secret={made.secret} />
        <p class="soft">
          Programs send it with each request: <code>Authorization: Bearer …</code>
        </p>
        {me.value?.security !== true && ownKey.value === '' && <p>Security is on from the next start of the server. Then this page asks for a key: keep this one.</p>}
      </Dialog>
    );
  }
  return (
    <Dialog title="Make an API key" close={close}>
      {first && me.value?.security !== true && <p>With a first key, security is on from the next start of the server. Then everybody needs a key or a token.</p>}
      <form class="column" onSubmit={submit}>
        <Field label="Acts as" hint="The name that the history shows; for a participant, the participant's name.">
          {(id, described) => <input id={id} {...described} required autoFocus value={name} onInput={(event) => setName(event.currentTarget.value)} />}
        </Field>
        <fieldset style="margin: 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px">
          <legend>Roles</legend>
          {ROLES.map(([role, about]) => (
            <label class="row" key={role}>
              <input type="checkbox" checked={roles.has(role)} onChange={() => toggle(role)} /> {role} <span class="soft">{about}</span>
            </label>
          ))}
        </fieldset>
        {roles.has('worker') && (
          <div class="row" style="align-items: end">
            <Field label="Only these tasks (may be empty)">{(id) => <input id={id} value={tasks} onInput={(event) => setTasks(event.currentTarget.value)} />}</Field>
            <Field label="Only these processes (may be empty)">{(id) => <input id={id} value={processes} onInput={(event) => setProcesses(event.currentTarget.value)} />}</Field>
          </div>
        )}
        <label class="row">
          <input type="checkbox" checked={forOthers} onChange={(event) => setForOthers(event.currentTarget.checked)} /> may act on behalf of people
        </label>
        <Field label="Ends">
          {(id) => (
            <select id={id} value={expires} onChange={(event) => setExpires(event.currentTarget.value)}>
              <option value="">never</option>
              <option value="1">in 1 day</option>
              <option value="30">in 30 days</option>
              <option value="90">in 90 days</option>
              <option value="365">in 1 year</option>
            </select>
          )}
        </Field>
        {locksOut && <p>This key may not make further keys. As the first one it would leave nobody who may: give it the role administrator.</p>}
        <Problem of={problem} />
        <div>
          <button class="primary" type="submit" disabled={busy || name.trim() === '' || roles.size === 0 || locksOut}>
            Make the key
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Revoke({ of, close }: { of: ApiKey; close: () => void }) {
  const [problem, setProblem] = useState<ProblemData>();
  const revoke = async () => {
    try {
      await remove(`/keys/${part(of.id)}`);
      close();
    } catch (failure) {
      setProblem(asProblem(failure));
    }
  };
  return (
    <Dialog title={`Revoke a key of ${of.name}`} close={close}>
      <p>
        The next request with key <code>{of.id}</code> is refused, and streams that were opened with it end. It cannot be made valid again.
      </p>
      <Problem of={problem} />
      <div>
        <button type="button" class="danger" onClick={() => void revoke()}>
          Revoke the key
        </button>
      </div>
    </Dialog>
  );
}
