/** One process: its picture, what is proved of it, its versions and their differences, its rules and its text. */
import './process/process.css';
import { useState } from 'preact/hooks';
import type { PageProps } from '../app';
import { get, part } from '../lib/api';
import { useLoad } from '../lib/load';
import { parameter, setQuery, to } from '../lib/router';
import { may } from '../lib/session';
import type { Case, Figure, Page, ProcessVersion, RuleReport, Verdict, Verification } from '../lib/types';
import { Menu, Shown, State, Tabs, Title } from '../parts/basics';
import { Editor } from '../parts/editor/editor';
import { StartCase } from '../parts/start';
import { definitionOf, deploymentsOf, type Definition, type DeployedAt } from './process/definition';
import { Differences } from './process/differences';
import { Overview } from './process/overview';
import { Rules } from './process/rules';
import { Schedule } from './process/schedule';
import { goodWord, languageInWords } from './process/words';

const DEPLOYED = ['ProcessDeployed'];

/** What a version is, as far as the server can tell. */
export interface Known {
  process: string;
  version: ProcessVersion;
  versions: ProcessVersion[];
  definition: Definition | undefined;
  figure: Figure | undefined;
  verdict: Verdict | undefined;
  verification: Verification | undefined;
  report: RuleReport | undefined;
  deployments: DeployedAt[];
}

async function known(process: string, wanted: string, stop: AbortSignal): Promise<Known> {
  const address = `/processes/${part(process)}`;
  const versions = (await get<Page<ProcessVersion>>(address, { limit: 1000 }, stop)).items;
  const version = versions.find((each) => String(each.version) === wanted) ?? versions.at(-1)!;
  const at = { version: version.version };
  const quiet = <T,>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined);
  const ruled = version.language === 'rules' || version.language === 'ruled';
  const [definition, figure, verdict, verification, report, deployments] = await Promise.all([
    quiet(definitionOf(process, version.language, version.version, stop)),
    quiet(get<Figure>(`${address}/figure`, at, stop)),
    quiet(get<Verdict>(`${address}/verdict`, at, stop)),
    version.language === 'net' ? quiet(get<Verification>(`${address}/verification`, at, stop)) : undefined,
    ruled ? quiet(get<RuleReport>(`${address}/rules`, { ...at, guards: true, table: true }, stop)) : undefined,
    deploymentsOf(process, stop),
  ]);
  return { process, version, versions, definition, figure, verdict, verification, report, deployments };
}

export default function Process({ of }: PageProps) {
  const process = of['process']!;
  const wanted = parameter('version');
  const read = useLoad((stop) => known(process, wanted, stop), [process, wanted], { kinds: DEPLOYED });
  return (
    <div>
      {read.value.value === undefined && read.problem.value && (
        <Title
          crumbs={
            <>
              <a href="/processes">Processes</a> /
            </>
          }
        >
          {process}
        </Title>
      )}
      <Shown of={read}>{(value) => <Shell of={value} />}</Shown>
    </div>
  );
}

/** The verdict as one word. */
function word(of: Known): { word: string; tone: 'done' | 'trouble' | 'wait' } | null {
  if (of.verification) {
    const tone = of.verification.verdict === 'sound' ? 'done' : of.verification.verdict === 'unknown' ? 'wait' : 'trouble';
    return { word: of.verification.verdict, tone };
  }
  return of.verdict ? (of.verdict.sound ? { word: goodWord(of.version.language), tone: 'done' } : { word: 'unsound', tone: 'trouble' }) : null;
}

function Shell({ of }: { of: Known }) {
  const sees = may('administrator', 'designer', 'operator', 'auditor');
  const [scheduling, setScheduling] = useState(false);
  const starting = parameter('start') === 'true';
  const newest = of.versions.at(-1)!.version;
  const verdict = word(of);
  const running = useLoad<Page<Case>>(
    (stop) => (sees ? get('/cases', { process: of.process, state: 'running', limit: 1000 }, stop) : Promise.resolve({ items: [] })),
    [of.process],
    { kinds: ['CaseStarted', 'CaseCompleted', 'CaseFailed', 'CaseCancelled', 'CaseEnded', 'CaseMigrated'] },
    3_000,
  );
  const tabs: [string, string][] = [
    ['picture', 'Picture and verdict'],
    ...(of.report ? [['rules', 'Rules'] as [string, string]] : []),
    ['versions', of.versions.length === 1 ? 'Versions' : `Versions and differences (${of.versions.length})`],
    ...(of.definition ? [['text', 'Text'] as [string, string]] : []),
  ];
  const view = tabs.some(([name]) => name === parameter('view')) ? parameter('view') : 'picture';
  const edit = `/edit?process=${part(of.process)}${of.version.version === newest ? '' : `&version=${of.version.version}`}`;
  return (
    <>
      <Title
        crumbs={
          <>
            <a href="/processes">Processes</a> /
          </>
        }
        actions={
          <>
            {sees && (
              <Menu
                label="More"
                choices={[
                  ...(may('operator', 'administrator') ? [{ label: 'Start cases by a schedule …', act: () => setScheduling(true) }] : []),
                  { label: 'Running cases', href: to.cases({ process: of.process, state: 'running' }) },
                  ...(may('operator', 'administrator') && newest > 1 ? [{ label: 'Migrate running cases …', href: to.cases({ process: of.process, state: 'running' }) }] : []),
                  ...(may('administrator', 'designer', 'operator') ? [{ label: 'Simulate', href: `/simulate?process=${part(of.process)}` }] : []),
                ]}
              />
            )}
            {of.definition && (
              <a class="button" href={edit}>
                Edit
              </a>
            )}
            {may('administrator', 'designer', 'operator', 'participant', 'worker') && (
              <button type="button" class="primary" onClick={() => setQuery({ start: 'true' })}>
                Start a case
              </button>
            )}
          </>
        }
      >
        {of.process} {verdict && <State of={verdict.word} tone={verdict.tone} />}
        <span class="soft" style="font-size: var(--text-2); font-weight: 400">
          {languageInWords(of.version.language)}
        </span>
        {of.versions.length > 1 ? (
          <label class="soft" style="font-size: var(--text-2); font-weight: 400">
            version{' '}
            <select value={of.version.version} onChange={(event) => setQuery({ version: Number(event.currentTarget.value) === newest ? null : event.currentTarget.value, problem: null, step: null, node: null })}>
              {[...of.versions].reverse().map((each) => (
                <option key={each.version} value={each.version}>
                  {each.version}
                  {each.version === newest ? ', newest' : ''}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <span class="soft" style="font-size: var(--text-2); font-weight: 400">
            version 1
          </span>
        )}
      </Title>
      <Tabs label="About the process" names={tabs} chosen={view} choose={(name) => setQuery({ view: name === 'picture' ? null : name })} />
      <div style="margin-top: 16px">
        {view === 'picture' && <Overview of={of} running={running.value.value} />}
        {view === 'rules' && of.report && <Rules of={of} report={of.report} />}
        {view === 'versions' && <Differences of={of} running={running.value.value} />}
        {view === 'text' && of.definition && <Text of={of.definition} />}
      </div>
      {starting && <StartCase process={of.process} close={() => setQuery({ start: null })} />}
      {scheduling && <Schedule process={of.process} close={() => setScheduling(false)} />}
    </>
  );
}

/** The text as it was deployed, and the rules beside it. */
function Text({ of }: { of: Definition }) {
  return (
    <div class="column">
      <Editor text={of.text} kind={of.kind} label={`Text of ${of.file}`} />
      {of.rules !== '' && (
        <>
          <h2>Rules that it runs under</h2>
          <Editor text={of.rules} kind="rules" label="Rules" />
        </>
      )}
    </div>
  );
}
