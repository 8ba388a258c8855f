/** The picture of a process with what happens on it now, what is proved of it, and who does what. */
import { useMemo, useState } from 'preact/hooks';
import { get, part } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { useLoad } from '../../lib/load';
import { go, parameter, setQuery, to } from '../../lib/router';
import { keyed } from '../../lib/keyed';
import { mayOpen } from '../../lib/places';
import type { Case, Counterexample, Figure, FigureNode, Page, Work } from '../../lib/types';
import { Panel, Time } from '../../parts/basics';
import { scene } from '../../parts/counterexample';
import { sentence } from '../../parts/editor/text';
import { Picture } from '../../parts/picture/picture';
import { kindOf, nameOf } from '../../parts/picture/words';
import { Findings, Player, Problems, Properties, rulesInWords, TryFix, verdictInWords } from '../../parts/verdict';
import type { Known } from '../process';
import { keepDraft, processKey } from '../edit/drafts';
import { perVersion } from './differences';

const WORK = ['WorkOffered', 'WorkStarted', 'WorkCompleted', 'WorkFailed', 'WorkWithdrawn'];
const MOST = 500;

/** How much open work each task has, as a heat map. Nodes of programs are called `to editor`. */
export function heatOf(figure: Figure, work: Work[]): Record<string, Record<string, { share: number; text: string }>> {
  const counts = new Map<string, number>();
  work.forEach((each) => counts.set(each.task, (counts.get(each.task) ?? 0) + 1));
  const most = Math.max(1, ...counts.values());
  return keyed(
    figure.sheets.map((sheet) => [
      sheet.name,
      keyed(
        sheet.nodes
          .map((node) => [node.id, counts.get(node.id) ?? counts.get(node.id.replace(/^to /, '')) ?? counts.get(node.label) ?? 0] as const)
          .filter(([, count]) => count > 0)
          .map(([id, count]) => [id, { share: count / most, text: `${count} open` }] as const),
      ),
    ]),
  );
}

export function Overview({ of, running }: { of: Known; running: Page<Case> | undefined }) {
  const work = useLoad<Page<Work>>((stop) => get<Page<Work>>('/work', { process: of.process, limit: MOST }, stop).catch(() => ({ items: [] })), [of.process], { kinds: WORK }, 2_000);
  const [fixing, setFixing] = useState<Counterexample>();
  const problems = of.verification?.problems ?? [];
  const chosen = parameter('problem') === '' ? -1 : Number(parameter('problem'));
  const problem = problems[chosen];
  const step = Math.min(Number(parameter('step') || 0), problem?.trace.length ?? 0);
  const played = useMemo(() => (problem && of.figure ? scene(problem, step, of.figure) : undefined), [problem, step, of.figure]);
  const open = work.value.value?.items;
  const heat = useMemo(() => (of.figure && open && !problem ? heatOf(of.figure, open) : undefined), [of.figure, open, problem]);
  const node = parameter('node');
  const choose = (at: number) => setQuery({ problem: at < 0 ? null : String(at), step: null, node: null });
  const select = (found: FigureNode | null) => setQuery({ node: found === null || found.id === node ? null : found.id });
  return (
    <div class="process-page">
      <div class="column">
        {problem && <Player of={problem} step={step} show={(at) => setQuery({ step: String(at) })} close={() => choose(-1)} />}
        {of.figure ? (
          <Picture
            figure={of.figure}
            label={`Picture of ${of.process}`}
            download={of.process}
            selected={node || undefined}
            onSelect={select}
            {...(played ? { marks: played.marks, looks: played.looks, glide: true } : {})}
            {...(heat ? { heat } : {})}
          />
        ) : (
          <p class="soft">This process has no picture.</p>
        )}
        {heat && open && open.length > 0 && mayOpen('/work') && (
          <p class="soft small">
            {open.length === MOST ? `The first ${MOST}` : open.length} open work {open.length === 1 ? 'item is' : 'items are'} on the picture now. <a href={`/work?process=${part(of.process)}${node ? `&task=${part(node)}` : ''}`}>See {node ? `those of ${node}` : 'them'}</a>
          </p>
        )}
      </div>
      <div class="column">
        <VerdictPanel of={of} chosen={chosen} choose={choose} fix={setFixing} />
        {of.figure && <Who figure={of.figure} chosen={node} select={select} />}
        <VersionsPanel of={of} running={running} />
      </div>
      {fixing && of.definition && (
        <TryFix
          file={of.definition.file}
          text={of.definition.text}
          problem={fixing}
          takeWords="Open it in the editor"
          take={(text) => {
            keepDraft(processKey(of.process, of.version.version), { file: of.definition!.file, text, rules: of.definition!.rules, at: serverNow() });
            go(`/edit?process=${part(of.process)}&version=${of.version.version}`);
          }}
          close={() => setFixing(undefined)}
        />
      )}
    </div>
  );
}

/** What is proved, and what is worth knowing. */
function VerdictPanel({ of, chosen, choose, fix }: { of: Known; chosen: number; choose: (at: number) => void; fix: (problem: Counterexample) => void }) {
  const { verification, verdict, report } = of;
  const rules = report && rulesInWords(report);
  const findings = verdict?.findings ?? [];
  return (
    <Panel title="What is proved">
      <div class="column">
        {verification ? (
          <>
            <p>{verdictInWords(verification)}</p>
            <Properties of={verification.properties} />
            {(verification.problems.length > 0 || verification.warnings.length > 0) && <Problems of={verification} chosen={chosen} choose={choose} fix={fix} />}
          </>
        ) : verdict?.objection ? (
          <p class="problem">
            {sentence(verdict.objection.detail, verdict.objection.code)} <code>{verdict.objection.code}</code>
          </p>
        ) : rules ? null : (
          <p class="soft">Nothing was found that speaks against it. Only nets and rules are proved; other languages are checked for probable mistakes.</p>
        )}
        {rules && (
          <p>
            {rules.sentence} <a href={`${to.process(of.process, of.version.version)}&view=rules`}>See the rules</a>
          </p>
        )}
        {!verification && findings.length > 0 && <Findings of={findings} />}
      </div>
    </Panel>
  );
}

/** The tasks, and who performs each. */
function Who({ figure, chosen, select }: { figure: Figure; chosen: string; select: (node: FigureNode) => void }) {
  const tasks = figure.sheets.flatMap((sheet) => sheet.nodes.filter((node) => node.shape === 'task').map((node) => ({ sheet, node })));
  if (tasks.length === 0) {
    return null;
  }
  return (
    <Panel title="Who does what">
      <div style="max-height: 320px; overflow: auto" tabIndex={0} role="group" aria-label="Tasks and who does them">
        <table class="who">
          <thead class="hidden">
            <tr>
              <th>Task</th>
              <th>Who</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ sheet, node }) => (
              <tr key={`${sheet.name}/${node.id}`} class={node.id === chosen ? 'chosen' : undefined}>
                <td>
                  <button type="button" class="quiet" aria-pressed={node.id === chosen} onClick={() => select(node)}>
                    {nameOf(node)}
                  </button>
                </td>
                <td class="soft">{node.who || kindOf(node).split(',').slice(1, 2).join('').trim() || 'anybody'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** The last versions, with when they came and how many cases run on each. */
function VersionsPanel({ of, running }: { of: Known; running: Page<Case> | undefined }) {
  const counts = perVersion(running);
  return (
    <Panel title="Versions" actions={<a href={`${to.process(of.process)}?view=versions`}>All and differences</a>}>
      <ul class="plain column" style="gap: 4px">
        {[...of.versions]
          .reverse()
          .slice(0, 5)
          .map((each) => {
            const when = of.deployments.find((one) => one.version === each.version);
            return (
              <li key={each.version} class="row">
                <a href={to.process(of.process, each.version)} aria-current={each.version === of.version.version ? 'true' : undefined}>
                  version {each.version}
                </a>
                <span class="soft">
                  {when && <Time at={when.at} />} {when?.by && `by ${when.by}`}
                </span>
                <span class="far soft">{counts && `${(counts.get(each.version) ?? 0).toLocaleString()} running`}</span>
              </li>
            );
          })}
      </ul>
    </Panel>
  );
}
