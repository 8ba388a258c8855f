/** One work item: what it is, what is given, why it is here, and the form that completes it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { asProblem, get, getExactly, part, post, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { go, to } from '../../lib/router';
import { may } from '../../lib/session';
import { useShortcuts } from '../../lib/shortcuts';
import type { CaseDetails, Performed, Reason, Schema, Work } from '../../lib/types';
import { Empty, Id, Menu, Panel, Problem, State, Time, type Choice } from '../../parts/basics';
import { Form } from '../../parts/form';
import { saysNothing } from '../../parts/form/model';
import { Value } from '../../parts/value';
import { useDeeds } from './deed';
import { InputFile } from './files';
import { askKeys, caseKeys, rootOf, seesCases } from './keys';
import { NORMAL_PRIORITY } from './order';
import { Due, whose } from './rows';

/** The dialogs that a work item has. They belong to the page: they stay when the item goes. */
export type Asked = 'delegate' | 'fail' | 'link' | 'instance' | 'skip' | 'withdraw' | 'retry';

interface WorkForm {
  item: Work;
  output: Schema;
}

interface Props {
  id: string;
  /** The item as the list has it, if it has it. */
  listed: Work | undefined;
  me: string;
  ask: (what: Asked, item: Work) => void;
  /** It was completed: the next one opens. */
  completed: (item: Work) => void;
}

/** The words on the buttons of what is done at once, and what they say meanwhile. */
const AT_ONCE: Record<string, [string, string]> = {
  claim: ['Claim', 'Claiming …'],
  start: ['Start', 'Starting …'],
  release: ['Release', 'Releasing …'],
  suspend: ['Put aside', 'Putting aside …'],
  resume: ['Go on with it', 'Resuming …'],
};

function deedsOf(item: Work, mine: boolean, operates: boolean): string[] {
  switch (item.state) {
    case 'offered':
      return ['claim'];
    case 'allocated':
      return mine ? ['start', 'release'] : operates ? ['release'] : [];
    case 'started':
      return mine ? ['suspend', 'release'] : operates ? ['release'] : [];
    case 'suspended':
      return mine || operates ? ['resume'] : [];
    default:
      return [];
  }
}

export function Item({ id, listed, me, ask, completed }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const caseId = id.split('#')[0]!;
  const deeds = useDeeds(id);
  const known = listed === undefined ? '' : JSON.stringify(listed);
  const read = useLoad<WorkForm>((stop) => getExactly(`/work/${part(id)}/form`, {}, stop), [id, known], listed === undefined && seesCases() ? { case: caseId } : undefined);
  const [instead, setInstead] = useState(false);
  const form = read.value.value;
  useEffect(() => askKeys([caseId]), [caseId]);
  useEffect(() => {
    // Who opened it with the keyboard goes on here.
    if (form && document.activeElement?.closest('.work-list, .work-done')) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [form === undefined]);
  const operates = may('operator', 'administrator');
  const does = may('operator', 'administrator', 'participant');
  useShortcuts([{ keys: 'c', about: 'Claim the work item', act: () => form?.item.state === 'offered' && does && me !== '' && void deeds.perform('claim') }], [id, form?.item.state, me]);

  const problem = read.problem.value;
  if (problem?.status === 404 && deeds.busy === '') {
    return <Gone id={id} caseId={caseId} />;
  }
  if (!form) {
    return (
      <>
        <Problem of={problem} again={read.again} />
        {read.slow.value && <div class="skeleton" aria-busy="true" aria-label="Loading" />}
      </>
    );
  }
  const item: Work = { ...form.item, ...(listed?.due === undefined ? {} : { due: listed.due }) };
  const mine = item.holder === me && me !== '';
  const perform = async (deed: string) => {
    if (await deeds.perform(deed)) {
      read.again();
    }
  };
  const complete = async (output: unknown) => {
    const done = await deeds.perform('complete', { output });
    if (done) {
      completed(item);
    }
    return done;
  };
  const buttons = does && me !== '' && item.by === 'people' && item.delayed === undefined ? deedsOf(item, mine, operates) : [];
  return (
    <article class="work-item column" aria-label={`${item.task}, ${item.process} ${caseId}`}>
      <header class="column">
        <div class="row">
          <h2 ref={heading} tabIndex={-1}>
            {item.task}
          </h2>
          <State of={item.state} />
          {item.incident !== undefined && <State of="incident" />}
          {item.delayed !== undefined && <State of="delayed" />}
          <Due work={item} />
        </div>
        <Facts item={item} me={me} />
        {item.delayed !== undefined && <Delayed detail={item.delayed} caseId={caseId} />}
        {item.incident !== undefined && (
          <p class="problem" role="status">
            {item.incident}
          </p>
        )}
        {(buttons.length > 0 || (does && me !== '')) && (
          <div class="row actions">
            {buttons.map((deed) => (
              <button key={deed} type="button" disabled={deeds.busy !== ''} onClick={() => void perform(deed)}>
                {AT_ONCE[deed]![deeds.busy === deed ? 1 : 0]}
              </button>
            ))}
            {does && me !== '' && item.by === 'people' && item.delayed === undefined && (
              <button type="button" disabled={deeds.busy !== ''} onClick={() => ask('delegate', item)}>
                Delegate …
              </button>
            )}
            <More item={item} ask={ask} />
          </div>
        )}
        {deeds.problem && deeds.problem.deed !== 'complete' && <Problem of={deeds.problem.of} />}
        {deeds.delayed && item.delayed === undefined && <Delayed detail={deeds.delayed.detail ?? ''} {...(deeds.delayed.code ? { code: deeds.delayed.code } : {})} caseId={caseId} />}
      </header>
      <Panel title="What is given">
        <Value of={item.input} file={(of) => <InputFile work={id} of={of} />} />
      </Panel>
      {seesCases() && <Why key={`why-${id}`} item={item} />}
      {item.by === 'people' && item.delayed === undefined && (
        <Panel title="What you give">
          <Answer item={item} mine={mine} me={me} does={does} instead={instead} takeOver={operates ? () => setInstead(true) : undefined}>
            <Form
              key={`${id} ${JSON.stringify(form.output)}`}
              schema={form.output}
              {...(saysNothing(form.output) ? {} : { value: item.input })}
              submit="Complete"
              onSubmit={complete}
              problem={deeds.problem?.deed === 'complete' ? deeds.problem.of : undefined}
              filesPath={`/work/${part(id)}/files`}
              draft={`work.${id}.${me}`}
            />
          </Answer>
        </Panel>
      )}
    </article>
  );
}

/** The form, or why there is none. */
function Answer({ item, mine, me, does, instead, takeOver, children }: { item: Work; mine: boolean; me: string; does: boolean; instead: boolean; takeOver: (() => void) | undefined; children: preact.ComponentChildren }) {
  if (!does) {
    return <p class="soft">Your role lets you look at work, but not do it.</p>;
  }
  if (me === '') {
    return <p class="soft">Choose in whose name you work: then you can claim this item and fill in its form.</p>;
  }
  if (item.state === 'suspended') {
    return <p class="soft">It is put aside. Go on with it to complete it; your draft is kept.</p>;
  }
  if (item.holder !== undefined && !mine && !instead) {
    return (
      <p class="row">
        <span>{item.holder} has it, so {item.holder} completes it.</span>
        {takeOver && (
          <button type="button" class="quiet" onClick={takeOver}>
            Complete it in place of {item.holder}
          </button>
        )}
      </p>
    );
  }
  return <>{children}</>;
}

function Facts({ item, me }: { item: Work; me: string }) {
  const key = caseKeys.value.get(rootOf(item.case));
  // A timer of the task takes the work away when it fires.
  const alarms = useLoad<CaseDetails['alarms']>(async (stop) => (seesCases() ? (await get<CaseDetails>(`/cases/${part(item.case)}`, {}, stop)).alarms : []), [item.work, item.state]);
  const timers = (alarms.value.value ?? []).filter((each) => each.purpose.includes(`'${item.task}'`) && each.due !== item.due);
  return (
    <dl class="pairs">
      <dt>Process</dt>
      <dd>
        <a href={to.process(item.process.split('/')[0]!)}>{item.process}</a>
      </dd>
      <dt>Case</dt>
      <dd class="row">
        {seesCases() ? <Id text={item.case} href={to.case(item.case)} /> : <Id text={item.case} />}
        {key && <span>{key}</span>}
      </dd>
      <dt>There since</dt>
      <dd>
        <Time at={item.offered} />
      </dd>
      {item.due !== undefined && (
        <>
          <dt>Due</dt>
          <dd>
            <Time at={item.due} /> <span class="soft">· {new Date(item.due).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</span>
          </dd>
        </>
      )}
      {timers.map((each) => (
        <>
          <dt>Timer</dt>
          <dd>
            <Time at={each.due} /> <span class="soft">· {each.purpose}</span>
          </dd>
        </>
      ))}
      <dt>Who</dt>
      <dd>
        {whose(item, me)}
        {item.holder !== undefined && (item.roles ?? []).length > 0 && <span class="soft"> · offered to role {item.roles!.join(', ')}</span>}
      </dd>
      {item.priority !== NORMAL_PRIORITY && (
        <>
          <dt>Priority</dt>
          <dd>
            {item.priority} <span class="soft">({item.priority > NORMAL_PRIORITY ? 'more' : 'less'} urgent than {NORMAL_PRIORITY}, the usual one)</span>
          </dd>
        </>
      )}
      <dt>Work item</dt>
      <dd>
        <Id text={item.work} />
        {item.attempt !== undefined && item.attempt > 1 && <span class="soft"> · attempt {item.attempt}</span>}
      </dd>
    </dl>
  );
}

function Delayed({ detail, code, caseId }: { detail: string; code?: string; caseId: string }) {
  const plain = code ? detail.replace(` (${code})`, '') : detail;
  const sentence = plain.slice(0, 1).toUpperCase() + plain.slice(1) + (/[.!?]$/.test(plain) ? '' : '.');
  return (
    <p class="delayed" role="status">
      <strong>A rule delays it.</strong> {sentence} {code && <code>{code}</code>} {!sentence.includes('automatically') && 'It happens by itself when the rule permits it.'}{' '}
      {seesCases() && <a href={to.case(caseId)}>See the case and its rules</a>}
    </p>
  );
}

/** What is done seldom. */
function More({ item, ask }: { item: Work; ask: Props['ask'] }) {
  const operates = may('operator', 'administrator');
  const people = item.by === 'people';
  // Whether another instance is allowed follows from the state of the case: the plan says it.
  const instance = useLoad<Performed | null>(
    async (stop) => (operates && people ? post<Performed>(`/cases/${part(item.case)}/add-instance`, { task: item.task }, { query: { plan: true }, signal: stop }).catch(() => null) : null),
    [item.work, item.state],
  );
  const choices: Choice[] = [
    ...(people && item.delayed === undefined ? [{ label: 'Cannot do it …', act: () => ask('fail', item) }, { label: 'Make a link …', act: () => ask('link', item) }] : []),
    ...(instance.value.value?.possible ? [{ label: 'Add an instance …', act: () => ask('instance', item) }] : []),
    ...(operates && item.incident !== undefined && !people ? [{ label: 'Try again …', act: () => ask('retry', item) }] : []),
    ...(operates ? [{ label: 'Skip it …', act: () => ask('skip', item) }, { label: 'Withdraw it …', act: () => ask('withdraw', item) }] : []),
  ];
  return choices.length === 0 ? null : <Menu label="More" choices={choices} />;
}

type ProofPart = ComponentType<{ of: Reason; label: string; toEvent: (id: string) => void }>;

/** Why it is here, as a proof; read when somebody wants to know. */
function Why({ item }: { item: Work }) {
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState<{ reason: Reason; Proof: ProofPart }>();
  const [problem, setProblem] = useState<ProblemData>();
  const toggle = (event: { currentTarget: HTMLDetailsElement }) => {
    setOpen(event.currentTarget.open);
    if (!event.currentTarget.open || read) {
      return;
    }
    Promise.all([get<Reason>(`/cases/${part(item.case)}/why`, { task: item.task }), import('../../parts/proof')])
      .then(([reason, { Proof }]) => setRead({ reason, Proof }))
      .catch((failure: unknown) => setProblem(asProblem(failure)));
  };
  return (
    <details class="why" open={open} onToggle={toggle}>
      <summary>Why is it here?</summary>
      <Problem of={problem} />
      {read ? (
        <read.Proof of={read.reason} label={`Why ${item.task} is here`} toEvent={() => go(`${to.case(item.case)}?why=${part(item.task)}`)} />
      ) : (
        !problem && <p class="soft">Proving …</p>
      )}
    </details>
  );
}

/** An item that is not there, or not for the reader. */
function Gone({ id, caseId }: { id: string; caseId: string }) {
  return (
    <Empty
      title="This work item is not on your list any more"
      actions={
        <>
          <a class="button" href={`/work${window.location.search}`}>
            Back to the list
          </a>
          {seesCases() && (
            <a class="button" href={to.case(caseId)}>
              See case {caseId}
            </a>
          )}
        </>
      }
    >
      Somebody else has {id}, it was done, or it is no longer needed. {seesCases() ? 'The history of its case says which.' : ''}
    </Empty>
  );
}
