/** What leaves the server and comes back: webhooks, mails, other engines. */
import { useState } from 'preact/hooks';
import { asProblem, get, part, post, remove, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { to } from '../../lib/router';
import { may } from '../../lib/session';
import type { Page } from '../../lib/types';
import { Dialog, Field, Panel, Problem, Shown, State, Time } from '../../parts/basics';
import { Table, type Column } from '../../parts/table';
import { Engines } from './lists';
import { Secret } from './secret';
import { useEvery } from './shared';

interface Webhook {
  id: string;
  url: string;
  process?: string;
  case?: string;
  kinds?: string[];
  created: string;
  state: 'active' | 'paused';
  trouble?: string;
}

interface Letter {
  work: string;
  to: string;
  state: 'waiting' | 'sent' | 'answered';
  created: string;
  trouble?: string;
}

const LETTERS: Column<Letter>[] = [
  { name: 'work', title: 'Work', width: '64px', cell: (row) => row.work, value: (row) => row.work },
  { name: 'to', title: 'To', width: 'minmax(100px, 1fr)', cell: (row) => row.to, value: (row) => row.to },
  { name: 'state', title: 'State', width: '100px', cell: (row) => <State of={row.state} tone={row.trouble ? 'trouble' : row.state === 'answered' ? 'done' : row.state === 'sent' ? 'run' : 'wait'} title={row.trouble} />, value: (row) => row.state },
  { name: 'created', title: 'Written', width: '110px', cell: (row) => <Time at={row.created} />, value: (row) => row.created, wideOnly: true },
  { name: 'trouble', title: 'Trouble', width: 'minmax(120px, 2fr)', cell: (row) => row.trouble ?? '', value: (row) => row.trouble },
];

export function Outside() {
  const letters = useLoad<{ trouble?: string; letters: Letter[] }>((stop) => get('/channels', { limit: 200 }, stop), []);
  useEvery(5_000, letters.again);
  return (
    <div class="column" style="gap: 16px">
      {may('administrator') && <Webhooks />}
      <Panel title="Mails">
        <Shown of={letters}>
          {(value) => (
            <>
              {value.trouble && (
                <p>
                  <State of="problem" tone="trouble" /> {value.trouble}
                </p>
              )}
              {value.letters.length === 0 ? <p class="soft">The server sent no mail. With a mail server in the configuration, people get work by mail and answer it.</p> : <Table label="Mails" columns={LETTERS} rows={value.letters} id={(row) => `${row.work} ${row.created}`} href={(row) => to.work(row.work)} height="360px" sortable />}
            </>
          )}
        </Shown>
      </Panel>
      <Engines />
    </div>
  );
}

function Webhooks() {
  const read = useLoad<Page<Webhook>>((stop) => get('/webhooks', { limit: 1000 }, stop), []);
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Webhook>();
  const [problem, setProblem] = useState<ProblemData>();
  useEvery(5_000, read.again);
  const resume = async (hook: Webhook) => {
    setProblem(undefined);
    try {
      await post(`/webhooks/${part(hook.id)}/resume`);
      read.again();
    } catch (failure) {
      setProblem(asProblem(failure));
    }
  };
  const gone = async (hook: Webhook) => {
    try {
      await remove(`/webhooks/${part(hook.id)}`);
      setRemoving(undefined);
      read.again();
    } catch (failure) {
      setProblem(asProblem(failure));
    }
  };
  return (
    <Panel
      title="Webhooks"
      actions={
        <button type="button" onClick={() => setMaking(true)}>
          Add a webhook
        </button>
      }
    >
      <Problem of={problem} />
      <Shown of={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft">None. A webhook sends events to an address, in order and at least once, with a signature.</p>
          ) : (
            <ul class="plain column" style="gap: 8px">
              {items.map((hook) => (
                <li key={hook.id} class="row">
                  <span class="mono">{hook.url}</span> <State of={hook.state} tone={hook.state === 'active' ? 'done' : 'trouble'} />
                  <span class="soft">
                    {[hook.process && `cases of ${hook.process}`, hook.case && `case ${hook.case}`, hook.kinds && hook.kinds.length > 0 && hook.kinds.join(', ')].filter(Boolean).join(', ') || 'all events'}, made <Time at={hook.created} />
                  </span>
                  {hook.trouble && (
                    <span>
                      {hook.state === 'paused' ? `Nothing is sent: ${hook.trouble}. Resume goes on with the event at which it stopped.` : `${hook.trouble}; it is tried again.`}
                    </span>
                  )}
                  <span class="far row">
                    {hook.state === 'paused' && (
                      <button type="button" onClick={() => void resume(hook)}>
                        Resume
                      </button>
                    )}
                    <button type="button" class="quiet" aria-label={`Remove ${hook.url}`} onClick={() => setRemoving(hook)}>
                      Remove …
                    </button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {making && <MakeWebhook close={() => (setMaking(false), read.again())} />}
      {removing && (
        <Dialog title="Remove a webhook" close={() => setRemoving(undefined)}>
          <p>
            No event is sent to <span class="mono">{removing.url}</span> any more. Where it stopped is forgotten.
          </p>
          <div>
            <button type="button" class="danger" onClick={() => void gone(removing)}>
              Remove it
            </button>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}

function MakeWebhook({ close }: { close: () => void }) {
  const [url, setUrl] = useState('https://');
  const [process, setProcess] = useState('');
  const [kinds, setKinds] = useState('');
  const [secret, setSecret] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemData>();
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const wanted = kinds.split(/[,\s]+/).filter(Boolean);
    try {
      setSecret((await post<{ secret: string }>('/webhooks', { url: url.trim(), ...(process.trim() === '' ? {} : { process: process.trim() }), ...(wanted.length === 0 ? {} : { kinds: wanted }) })).secret);
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Add a webhook" close={close}>
      {secret !== '' ? (
        <>
          <Secret secret={secret} />
          <p class="soft">The receiver checks signatures with it.</p>
        </>
      ) : (
        <form class="column" onSubmit={submit}>
          <Field label="Address" hint="The configuration of the server must allow it.">
            {(id, described) => <input id={id} {...described} required autoFocus value={url} onInput={(event) => setUrl(event.currentTarget.value)} />}
          </Field>
          <Field label="Only cases of this process (may be empty)">{(id) => <input id={id} value={process} onInput={(event) => setProcess(event.currentTarget.value)} />}</Field>
          <Field label="Only these kinds of events (may be empty)" hint="Such as CaseCompleted, IncidentRaised">
            {(id, described) => <input id={id} {...described} value={kinds} onInput={(event) => setKinds(event.currentTarget.value)} />}
          </Field>
          <Problem of={problem} />
          <div>
            <button class="primary" type="submit" disabled={busy}>
              Add it
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
