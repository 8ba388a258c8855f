/** Home: what runs, what needs a person, what is late. */
import { get } from '../lib/api';
import { useLoad } from '../lib/load';
import { mayOpen } from '../lib/places';
import { remember } from '../lib/recall';
import { to } from '../lib/router';
import { may, maySeeCases, me, myName } from '../lib/session';
import { millis, now } from '../lib/time';
import type { Case, Page, ProcessVersion, Work } from '../lib/types';
import { Empty, Panel, Shown, Span, State, Time, Title } from '../parts/basics';
import { languageInWords } from './process/words';

const LIFE = ['CaseStarted', 'CaseCompleted', 'CaseFailed', 'CaseCancelled', 'CaseEnded', 'WorkOffered', 'WorkCompleted', 'WorkFailed', 'WorkWithdrawn', 'IncidentRaised'];

interface WorkSummary {
  open: number;
  late: number;
  soon: number;
}

interface Figures {
  processes: ProcessVersion[];
  running: number;
  incidents: Page<Case>;
  work: WorkSummary;
  mine: Page<Work> | null;
  recent: Case[];
}

async function figures(stop: AbortSignal): Promise<Figures> {
  const sees = maySeeCases();
  const works = mayOpen('/work');
  const name = myName();
  const none = { items: [], count: 0 };
  const [processes, running, incidents, work, mine, recent] = await Promise.all([
    get<Page<ProcessVersion>>('/processes', { limit: 100 }, stop),
    sees ? get<Page<Case>>('/cases', { state: 'running', limit: 1, count: true }, stop) : none,
    sees ? get<Page<Case>>('/cases', { incidents: true, limit: 5, count: true }, stop) : none,
    works ? get<WorkSummary>('/work/summary', {}, stop) : { open: 0, late: 0, soon: 0 },
    name === '' ? null : !works ? none : get<Page<Work>>('/work', { participant: name, limit: 6, count: true }, stop),
    sees ? get<Page<Case>>('/cases', { descending: true, limit: 8 }, stop) : none,
  ]);
  remember(recent.items);
  return { processes: processes.items, running: running.count ?? 0, incidents, work, mine, recent: recent.items };
}

export default function Home() {
  const read = useLoad(figures, [me.value], { kinds: LIFE }, 1_500);
  return (
    <div class="text">
      <Title>Home</Title>
      <Shown of={read}>{(value) => (value.processes.length === 0 ? <First /> : <Overview of={value} />)}</Shown>
    </div>
  );
}

/** What to do on a new server. */
function First() {
  if (!may('administrator', 'designer')) {
    return <Empty title="No process is deployed yet">A process says which steps a case takes and who does them. A designer deploys one; what there is to do for you appears here then.</Empty>;
  }
  return (
    <Empty
      title="No process is deployed yet"
      actions={
        <>
          <a class="button primary" href="/edit">
            Write a process
          </a>
          <a class="button" href="/processes?upload=true">
            Upload a YAWL file
          </a>
        </>
      }
    >
      A process says which steps a case takes and who does them. Write one as facts, logic or rules, or upload a YAWL specification; it is proved before
      its first case starts. <code>mill serve --demo</code> starts a server with three of them and people who work.
    </Empty>
  );
}

function Overview({ of }: { of: Figures }) {
  const sees = maySeeCases();
  const works = mayOpen('/work');
  return (
    <div class="column" style="gap: 24px">
      {me.value?.demo && sees && mayOpen('/simulate') && <Tour />}
      <div class="cards">
        {sees && <Card href="/cases?state=running" figure={of.running} words="cases run" tone="run" />}
        {works && <Card href="/work" figure={of.work.open} words="work items are open" tone="wait" />}
        {sees && <Card href={mayOpen('/operations') ? '/operations' : '/cases?incidents=true'} figure={of.incidents.count ?? 0} words="cases wait for a person's decision" tone={(of.incidents.count ?? 0) > 0 ? 'trouble' : 'done'} />}
        {works && <Card href="/work?late=true" figure={of.work.late} words={of.work.soon > 0 ? `work items are late, ${of.work.soon} are due soon` : 'work items are late'} tone={of.work.late > 0 ? 'trouble' : 'done'} />}
      </div>
      <div class="split" style="grid-template-columns: repeat(auto-fit, minmax(320px, 1fr))">
        {works && (
          <Panel title="Your work" actions={<a href="/work">All work</a>}>
            {of.mine === null ? (
              <p class="soft">Choose in whose name you act (top right) to see your worklist here.</p>
            ) : of.mine.items.length === 0 ? (
              <p class="soft">Nothing waits for you.</p>
            ) : (
              <ul class="plain column" style="gap: 6px">
                {of.mine.items.map((work) => (
                  <li key={work.work} class="row">
                    <a href={to.work(work.work)}>{work.task}</a>
                    <span class="soft">
                      {work.process} {work.case}
                    </span>
                    <span class="far row">
                      {work.due && millis(work.due) < now.value && <State of="late" />}
                      <State of={work.state} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        )}
        {mayOpen('/processes') && (
          <Panel title="Processes" actions={<a href="/processes">All processes</a>}>
            <ul class="plain column" style="gap: 6px">
              {of.processes.slice(0, 8).map((each) => (
                <li key={each.process} class="row">
                  <a href={to.process(each.process)}>{each.process}</a>
                  <span class="soft">
                    {languageInWords(each.language)}, version {each.version}
                  </span>
                  {sees && (
                    <span class="far">
                      <a href={to.cases({ process: each.process, state: 'running' })}>running cases</a>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {sees && (
          <Panel title="Latest cases" actions={<a href="/cases">All cases</a>}>
            <ul class="plain column" style="gap: 6px">
              {of.recent.map((each) => (
                <li key={each.case} class="row">
                  <a href={to.case(each.case)}>
                    {each.process} {each.case}
                  </a>
                  <span class="soft">{each.key}</span>
                  <span class="far row">
                    <State of={each.incident ? 'incident' : each.state} />
                    <span class="soft small">
                      {each.ended ? <Span from={each.started} to={each.ended} /> : <Time at={each.started} />}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </div>
  );
}

function Card({ href, figure, words, tone }: { href: string; figure: number; words: string; tone: 'run' | 'wait' | 'trouble' | 'done' }) {
  return (
    <a class="card" href={href}>
      <div class="figure" style={figure > 0 ? `color: var(--${tone})` : ''}>
        {figure.toLocaleString()}
      </div>
      <div class="soft">{words}</div>
    </a>
  );
}

/** Six stops through the demonstration. */
function Tour() {
  return (
    <section class="panel" aria-label="Tour">
      <div class="inside">
        <h2>This is the demonstration: a tour in six stops</h2>
        <ol style="margin: 8px 0 0; padding-left: 20px; columns: 2 320px; column-gap: 32px">
          <li>
            <a href="/cases?state=running">Open a running case</a> and watch its tokens move. Pull the time bar back: everything on the page follows.
          </li>
          <li>
            Ask <em>why?</em> on a task that waits: the answer is a proof whose lines lead to events.
          </li>
          <li>
            <a href="/work">Do some work</a>: act as clara, claim a check and complete it.
          </li>
          <li>
            <a href="/processes/claim">See why the claim is sound</a>, then <a href="/edit?process=claim">break it in the editor</a> and play the
            counterexample.
          </li>
          <li>
            <a href="/processes/travel">Look at rules between events</a>, and at the journey that one of them delays.
          </li>
          <li>
            <a href="/simulate">Simulate</a> what another clerk would change, and <a href="/ask">ask the history</a> anything.
          </li>
        </ol>
      </div>
    </section>
  );
}
