/** Processes: what is deployed, what is proved of each, and how many cases run. New ones are written or uploaded here. */
import './process/process.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { get, part } from '../lib/api';
import { useLoad } from '../lib/load';
import { parameter, setQuery, to } from '../lib/router';
import { may } from '../lib/session';
import type { Case, Figure, Page, ProcessVersion, Verdict } from '../lib/types';
import { Empty, Field, Shown, State, Title } from '../parts/basics';
import { sentence } from '../parts/editor/text';
import { goodWord, languageInWords } from './process/words';
import { Thumbnail } from './process/thumbnail';
import { Upload } from './process/upload';

const DEPLOYED = ['ProcessDeployed'];
const LIFE = ['CaseStarted', 'CaseCompleted', 'CaseFailed', 'CaseCancelled', 'CaseEnded', 'IncidentRaised', 'IncidentResolved'];

export default function Processes() {
  const list = useLoad<Page<ProcessVersion>>((stop) => get('/processes', { limit: 1000 }, stop), [], { kinds: DEPLOYED });
  const wanted = parameter('contains').toLowerCase();
  const language = parameter('language');
  const uploading = parameter('upload') === 'true';
  return (
    <div class="text">
      <Title
        actions={
          <>
            <button type="button" onClick={() => setQuery({ upload: 'true' })}>
              Upload
            </button>
            <a class="button primary" href="/edit">
              Write a process
            </a>
          </>
        }
      >
        Processes
      </Title>
      <Shown of={list}>
        {(page) => {
          const shown = page.items.filter((each) => each.process.toLowerCase().includes(wanted) && (language === '' || each.language === language));
          if (page.items.length === 0) {
            return <First />;
          }
          return (
            <>
              <form class="row" role="search" aria-label="Filter processes" style="align-items: end; margin-bottom: 12px" onSubmit={(event) => event.preventDefault()}>
                <Field label="Name">{(id) => <input id={id} type="search" size={20} value={parameter('contains')} placeholder="claim" onInput={(event) => setQuery({ contains: event.currentTarget.value })} />}</Field>
                <Field label="Language">
                  {(id) => (
                    <select id={id} value={language} onChange={(event) => setQuery({ language: event.currentTarget.value })}>
                      <option value="">any language</option>
                      {[...new Set(page.items.map((each) => each.language))].sort().map((each) => (
                        <option key={each} value={each}>
                          {languageInWords(each)}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
                <span class="far soft" role="status">
                  {shown.length === page.items.length ? `${page.items.length} ${page.items.length === 1 ? 'process' : 'processes'}` : `${shown.length} of ${page.items.length} processes`}
                </span>
              </form>
              {shown.length === 0 ? (
                <Empty title="No process fits" actions={<button type="button" onClick={() => setQuery({ contains: null, language: null })}>Show all processes</button>}>
                  The filter leaves nothing.
                </Empty>
              ) : (
                <ul class="process-cards" aria-label="Processes">
                  {shown.map((each) => (
                    <Card key={each.process} of={each} />
                  ))}
                </ul>
              )}
            </>
          );
        }}
      </Shown>
      {uploading && <Upload close={() => setQuery({ upload: null })} />}
    </div>
  );
}

/** What to do when nothing is deployed. */
function First() {
  return (
    <Empty
      title="No process is deployed yet"
      actions={
        <>
          <a class="button primary" href="/edit">
            Write a process
          </a>
          <button type="button" onClick={() => setQuery({ upload: 'true' })}>
            Upload a file
          </button>
        </>
      }
    >
      A process says which steps a case takes, in which order, and who does them. Begin with an example in the editor, or upload a YAWL specification. Every
      text is proved before its first case starts.
    </Empty>
  );
}

interface About {
  verdict: Verdict | undefined;
  figure: Figure | undefined;
}

interface Counts {
  running: number;
  incidents: number;
}

/** One process. What it shows is read when it comes into sight. */
function Card({ of }: { of: ProcessVersion }) {
  const box = useRef<HTMLLIElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((each) => each.isIntersecting)) {
        setSeen(true);
        watch.disconnect();
      }
    }, { rootMargin: '200px' });
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <li ref={box} class="process-card" aria-label={of.process}>
      {seen ? <CardContent of={of} /> : <div style="height: 228px" />}
    </li>
  );
}

function CardContent({ of }: { of: ProcessVersion }) {
  const sees = may('administrator', 'designer', 'operator', 'auditor');
  const address = `/processes/${part(of.process)}`;
  const about = useLoad<About>(
    async (stop) => {
      const [verdict, figure] = await Promise.all([get<Verdict>(`${address}/verdict`, {}, stop).catch(() => undefined), get<Figure>(`${address}/figure`, {}, stop).catch(() => undefined)]);
      return { verdict, figure };
    },
    [of.fingerprint],
  );
  const counts = useLoad<Counts>(
    async (stop) => {
      if (!sees) {
        return { running: 0, incidents: 0 };
      }
      const [running, incidents] = await Promise.all([
        get<Page<Case>>('/cases', { process: of.process, state: 'running', limit: 1, count: true }, stop),
        get<Page<Case>>('/cases', { process: of.process, incidents: true, limit: 1, count: true }, stop),
      ]);
      return { running: running.count ?? 0, incidents: incidents.count ?? 0 };
    },
    [of.process],
    { kinds: LIFE },
    5_000,
  );
  const verdict = about.value.value?.verdict;
  const figure = about.value.value?.figure;
  const number = counts.value.value;
  const unproved = verdict?.findings.find((each) => each.code === 'MR-3041');
  return (
    <>
      <a class="sketch" href={to.process(of.process)} tabIndex={-1} aria-hidden="true">
        {figure && <Thumbnail figure={figure} />}
      </a>
      <div class="told">
        <div class="row">
          <h2>
            <a href={to.process(of.process)}>{of.process}</a>
          </h2>
          <span class="row far">{verdict && <State of={verdict.sound ? (unproved ? 'unknown' : goodWord(of.language)) : 'unsound'} tone={verdict.sound ? (unproved ? 'wait' : 'done') : 'trouble'} title={verdict.objection && sentence(verdict.objection.detail, verdict.objection.code)} />}</span>
        </div>
        <p class="soft">
          {languageInWords(of.language)}, {of.version === 1 ? 'one version' : `version ${of.version}`}
          {!of.runnable && ', its code is not there'}
        </p>
        {sees && (
          <p class="row" style="min-height: 22px">
            {number && (
              <>
                <a href={to.cases({ process: of.process, state: 'running' })}>{number.running.toLocaleString()} running</a>
                {number.incidents > 0 && (
                  <a href={to.cases({ process: of.process, incidents: 'true' })} style="color: var(--trouble)">
                    {number.incidents.toLocaleString()} {number.incidents === 1 ? 'incident' : 'incidents'}
                  </a>
                )}
              </>
            )}
            {verdict && verdict.findings.length > 0 && (
              <span class="soft">
                {verdict.findings.length} {verdict.findings.length === 1 ? 'warning' : 'warnings'}
              </span>
            )}
          </p>
        )}
      </div>
    </>
  );
}
