/** The dialogs of a work item: hand it on, say that it cannot be done, make a link, and what operators do. */
import { useState } from 'preact/hooks';
import { asProblem, get, part, post, remove, type Problem as ProblemData } from '../../lib/api';
import { copyText } from '../../lib/clipboard';
import { readExactly } from '../../lib/exact';
import { useLoad } from '../../lib/load';
import { may } from '../../lib/session';
import type { Json, Page, Participant, Work } from '../../lib/types';
import { Dialog, Field, Problem, Time } from '../../parts/basics';
import { Plan } from '../../parts/plan';
import { brief } from '../../parts/value';
import { useDeeds } from './deed';
import type { Asked } from './item';
import { seesCases } from './keys';

interface Props {
  what: Asked;
  item: Work;
  me: string;
  close: () => void;
  /** Something was done, said in a sentence. */
  done: (sentence: string) => void;
}

/** The dialog that was asked for. */
export function Dialogs(props: Props) {
  const { what, item, close, done } = props;
  const path = `/work/${part(item.work)}/${what}`;
  // Whoever may not look at cases cannot say which state of the case the plan was made for.
  const planned = seesCases() ? { case: item.case } : {};
  const name = `${item.task} of case ${item.case}`;
  switch (what) {
    case 'delegate':
      return <Delegate {...props} />;
    case 'link':
      return <Links {...props} />;
    case 'fail':
      return (
        <Plan
          title={`Cannot do ${item.task}`}
          path={path}
          body={(reason) => ({ reason: reason === '' ? 'the reason that you give below' : reason })}
          sentence="You say that this cannot be done, and why. The process decides what happens then."
          verb="It cannot be done"
          danger
          {...planned}
          onDone={() => done(`You said that ${name} cannot be done.`)}
          close={close}
        />
      );
    case 'instance':
      return <AddInstance {...props} />;
    case 'skip':
      return <Plan title={`Skip ${item.task}`} path={path} body={{}} sentence="The item ends as if it had been done, without a result." verb="Skip it" danger {...planned} onDone={() => done(`${name} was skipped.`)} close={close} />;
    case 'withdraw':
      return <Plan title={`Withdraw ${item.task}`} path={path} body={{}} sentence="The item is taken away from those it was offered to." verb="Withdraw it" danger {...planned} onDone={() => done(`${name} was withdrawn.`)} close={close} />;
    case 'retry':
      return <Plan title={`Try ${item.task} again`} path={path} body={{}} sentence="The engine calls the program again." verb="Try again" {...planned} onDone={() => done(`${name} is tried again.`)} close={close} />;
  }
}

/** Chooses a person: from those who are known, where the reader may see them. */
function Person({ name, choose, label, roles, hint }: { name: string; choose: (name: string) => void; label: string; roles: string[]; hint?: string }) {
  const people = useLoad<Page<Participant>>(async (stop) => (seesCases() ? get<Page<Participant>>('/participants', { limit: 1000 }, stop).catch(() => ({ items: [] })) : { items: [] }), []);
  const all = people.value.value?.items ?? [];
  const fitting = all.filter((each) => roles.length === 0 || each.roles.some((role) => roles.includes(role)));
  const stranger = name.trim() !== '' && all.length > 0 && !all.some((each) => each.name === name.trim());
  return (
    <>
      <Field label={label} hint={stranger ? `No participant of that name is known; somebody who has this name can still take it.` : (hint ?? (fitting.length > 0 && roles.length > 0 ? `In role ${roles.join(', ')}: ${fitting.slice(0, 6).map((each) => each.name).join(', ')}${fitting.length > 6 ? ' …' : ''}` : undefined))}>
        {(id, described) => <input id={id} {...described} list="work-people" value={name} autoFocus autocomplete="off" onInput={(event) => choose(event.currentTarget.value)} />}
      </Field>
      <datalist id="work-people">
        {[...fitting, ...all.filter((each) => !fitting.includes(each))].map((each) => (
          <option key={each.name} value={each.name}>
            {each.roles.join(', ')}
          </option>
        ))}
      </datalist>
    </>
  );
}

function Delegate({ item, close, done }: Props) {
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const deeds = useDeeds(item.work);
  const send = async (event: Event) => {
    event.preventDefault();
    if (await deeds.perform('delegate', { to: name.trim() }, reason.trim() || undefined)) {
      done(`${item.task} of case ${item.case} was handed to ${name.trim()}.`);
      close();
    }
  };
  return (
    <Dialog title={`Delegate ${item.task}`} close={close}>
      <form class="column" onSubmit={send}>
        <Person label="To whom?" name={name} choose={setName} roles={item.roles ?? []} />
        <Field label="Why? (optional)" hint="The history shows it with your name.">
          {(id, described) => <input id={id} {...described} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
        </Field>
        <Problem of={deeds.problem?.of} />
        {deeds.delayed && <p class="delayed">{deeds.delayed.detail}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={name.trim() === '' || deeds.busy !== ''}>
            {deeds.busy ? 'Delegating …' : 'Delegate'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function AddInstance({ item, close, done }: Props) {
  const [text, setText] = useState('');
  let input: Json | undefined;
  let fault = '';
  try {
    input = text.trim() === '' ? undefined : readExactly<Json>(text);
  } catch (failure) {
    fault = (failure as Error).message;
  }
  return (
    <Plan
      title={`Add an instance of ${item.task}`}
      path={`/cases/${part(item.case)}/add-instance`}
      body={{ task: item.task, ...(input === undefined ? {} : { input }) }}
      sentence="The task gets one more work item, beside those that it has."
      verb="Add it"
      case={item.case}
      missing={fault === '' ? undefined : 'What the instance works on is not JSON yet.'}
      onDone={() => done(`${item.task} of case ${item.case} has one more instance.`)}
      close={close}
    >
      <Field label="What it works on, as JSON (optional)" hint={`This one works on ${brief(item.input, 100)}`} wrong={fault === '' ? undefined : `This is not JSON: ${fault}.`}>
        {(id, described) => <textarea id={id} {...described} class="mono" rows={2} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />}
      </Field>
    </Plan>
  );
}

interface Link {
  id: string;
  for: string;
  expires: string;
  by?: string;
}

const LASTS: [string, string][] = [
  ['P1D', 'a day'],
  ['P7D', 'a week'],
  ['P30D', '30 days'],
  ['P90D', '90 days'],
];

function Links({ item, me, close }: Props) {
  const others = may('operator', 'administrator');
  const [name, setName] = useState(item.holder ?? (others ? '' : me));
  const [lasts, setLasts] = useState('P7D');
  const [made, setMade] = useState<Link & { link: string }>();
  const [copied, setCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemData>();
  const links = useLoad<Page<Link>>((stop) => get(`/work/${part(item.work)}/links`, { limit: 100 }, stop), [made?.id]);
  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      setMade(await post(`/work/${part(item.work)}/link`, { for: name.trim(), lasts }));
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
  };
  const revoke = async (id: string) => {
    try {
      await remove(`/work/${part(item.work)}/links/${part(id)}`);
      links.again();
    } catch (failure) {
      setProblem(asProblem(failure));
    }
  };
  const copy = () => void copyText(made!.link).then(setCopied);
  return (
    <Dialog title={`A link to ${item.task}`} close={close}>
      <p class="soft">Whoever has the link can do this item once without an account, in the name of the person it is for.</p>
      <Problem of={problem} />
      {made ? (
        <div class="column" role="status">
          <Field label={`The link for ${made.for}`} hint="It is shown only now: copy it and send it to the person.">
            {(id, described) => <input id={id} {...described} class="mono" style="width: 100%" readOnly autoFocus value={made.link} onFocus={(event) => event.currentTarget.select()} />}
          </Field>
          <div class="row">
            <button type="button" class="primary" onClick={copy}>
              {copied ? 'Copied' : 'Copy the link'}
            </button>
            <span class="soft">
              good until <Time at={made.expires} plain />
            </span>
          </div>
        </div>
      ) : (
        <form class="column" onSubmit={make}>
          {others && <Person label="For whom?" name={name} choose={setName} roles={item.roles ?? []} />}
          <Field label="How long can it be used?">
            {(id) => (
              <select id={id} value={lasts} onChange={(event) => setLasts(event.currentTarget.value)}>
                {LASTS.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <div class="row">
            <button type="submit" class="primary" disabled={name.trim() === '' || busy}>
              {busy ? 'Making it …' : 'Make the link'}
            </button>
          </div>
        </form>
      )}
      {(links.value.value?.items.length ?? 0) > 0 && (
        <section class="column" aria-label="Links to this item">
          <h3>Links to this item</h3>
          <ul class="plain column" style="gap: 4px">
            {links.value.value!.items.map((each) => (
              <li key={each.id} class="row">
                <span>for {each.for}</span>
                <span class="soft">
                  until <Time at={each.expires} />
                </span>
                <button type="button" class="quiet far" aria-label={`Revoke the link for ${each.for}`} onClick={() => void revoke(each.id)}>
                  Revoke
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

/** What claiming the next item gave. */
export async function claimNext(process: string, task: string): Promise<Work | undefined> {
  const claimed = await post<{ items: Work[] }>('/work/claim-next', { ...(process ? { process } : {}), ...(task ? { task } : {}), most: 1 });
  return claimed.items[0];
}

