/** Writes a process: the text, its picture and its verdict as one types. */
import './edit/edit.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get, part } from '../lib/api';
import { serverNow } from '../lib/clock';
import { useLoad } from '../lib/load';
import { go, parameter, setQuery, to } from '../lib/router';
import { may } from '../lib/session';
import { useShortcuts } from '../lib/shortcuts';
import type { Page, ProcessVersion } from '../lib/types';
import { Dialog, Field, Menu, Problem, Shown, Time, Title } from '../parts/basics';
import { scene } from '../parts/counterexample';
import type { TextEditor } from '../parts/editor/codemirror';
import { Editor } from '../parts/editor/editor';
import { definitionOf as placeOf, KIND_NAMES, kindOf } from '../parts/editor/text';
import { Picture } from '../parts/picture/picture';
import { Player } from '../parts/verdict';
import { useChecks } from './edit/check';
import { Deploy } from './edit/deploy';
import { addressOf, draftOf, drafts, draftsOfOthers, dropDraft, keepDraft, processKey, sourceOf, type Draft } from './edit/drafts';
import { TEMPLATES } from './edit/templates';
import { VerdictLine } from './edit/verdict-line';
import { definitionOf } from './process/definition';
import { readRules } from './process/formula';
import { Guards, RuleList, RuleProof, RuleStates } from './process/rules';

/** What somebody begins with. */
interface Base {
  key: string;
  file: string;
  text: string;
  rules: string;
  /** Where it comes from, for people. */
  about: string;
  process?: string;
  version?: number;
  /** The versions that there are. */
  versions?: number[];
}

export default function Edit() {
  const [process, version, example, file] = [parameter('process'), parameter('version'), parameter('example'), parameter('file')];
  const base = useLoad<Base | null>(
    async (stop) => {
      if (process !== '') {
        const versions = (await get<Page<ProcessVersion>>(`/processes/${part(process)}`, { limit: 1000 }, stop)).items;
        const found = versions.find((each) => String(each.version) === version) ?? versions.at(-1)!;
        const definition = await definitionOf(process, found.language, found.version, stop);
        return { key: processKey(process, found.version), ...definition, about: `version ${found.version} of ${process}`, process, version: found.version, versions: versions.map((each) => each.version) };
      }
      const template = TEMPLATES.find((each) => each.name === example);
      if (template) {
        return { key: `example:${template.name}`, file: template.file, text: template.text, rules: '', about: `the example '${template.title}'` };
      }
      return file === '' ? null : { key: `file:${file}`, file, text: '', rules: '', about: 'an empty text' };
    },
    [process, version, example, file],
  );
  return (
    <Shown of={base}>
      {(value) => (value === null ? <Begin /> : <Writer key={`${value.key} ${value.about}`} base={value} />)}
    </Shown>
  );
}

/** What to begin with: an example, an empty text, or what was left. */
function Begin() {
  const [left, setLeft] = useState(drafts());
  const [name, setName] = useState('process.pl');
  return (
    <div class="text column" style="gap: 24px">
      <Title
        crumbs={
          <>
            <a href="/processes">Processes</a> /
          </>
        }
        actions={
          <a class="button" href="/processes?upload=true">
            Upload a file
          </a>
        }
      >
        Write a process
      </Title>
      {left.length > 0 && (
        <section aria-label="Drafts">
          <h2>Go on with a draft</h2>
          <ul class="plain column" style="gap: 4px; margin-top: 8px">
            {left.map((each) => (
              <li key={each.key} class="row">
                <a class="mono" href={addressOf(each.key)}>
                  {each.file}
                </a>
                <span class="soft">
                  {sourceOf(each.key).version !== undefined && `from version ${sourceOf(each.key).version}, `}
                  <Time at={each.at} />
                </span>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Discard the draft of ${each.file}`}
                  onClick={() => {
                    dropDraft(each.key);
                    setLeft(drafts());
                  }}
                >
                  Discard
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Examples">
        <h2>Begin with an example</h2>
        <p class="soft">Each is complete: it is proved at once, and can be deployed as it is.</p>
        <ul class="templates" style="margin-top: 8px">
          {TEMPLATES.map((each) => (
            <li key={each.name}>
              <a class="card" href={`/edit?example=${each.name}`}>
                <h3>{each.title}</h3>
                <p class="soft">{each.about}</p>
                <pre aria-hidden="true">{each.text}</pre>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <form
        class="row"
        style="align-items: end"
        onSubmit={(event) => {
          event.preventDefault();
          go(`/edit?file=${part(name.trim())}`);
        }}
      >
        <Field label="Or with an empty text; the name says the language" hint=".pl: facts or a logic program, .deps: rules, .yawl: YAWL">
          {(id, described) => <input id={id} {...described} class="mono" value={name} onInput={(event) => setName(event.currentTarget.value)} />}
        </Field>
        <button type="submit" disabled={!/^[^/\\]+\.\w+$/.test(name.trim())} style="margin-bottom: 20px">
          Begin
        </button>
      </form>
    </div>
  );
}

function Writer({ base }: { base: Base }) {
  const kept = useMemo(() => draftOf(base.key), []);
  const [file, setFile] = useState(kept?.file ?? base.file);
  const [text, setText] = useState(kept?.text ?? base.text);
  const [rules, setRules] = useState(kept?.rules ?? base.rules);
  const [withRules, setWithRules] = useState((kept?.rules ?? base.rules) !== '');
  const [deployed, setDeployed] = useState<{ text: string; rules: string; file: string; key: string; about: string; version?: number | undefined } | null>(null);
  const [deploying, setDeploying] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [told, setTold] = useState('');
  const [node, setNode] = useState('');
  const editor = useRef<TextEditor | null>(null);
  const rulesEditor = useRef<TextEditor | null>(null);
  const kind = kindOf(file, text);
  const checks = useChecks(file, text, withRules ? rules : '');
  const answer = checks.answer.value;
  const figure = checks.figure.value;
  const start = deployed ?? base;
  const changed = text !== start.text || rules !== start.rules || file !== start.file;
  const [safe, setSafe] = useState(true);
  // What is written after deploying begins with the version that was deployed.
  const key = start.key;
  useEffect(() => {
    if (changed) {
      setSafe(keepDraft(key, { file, text, rules, at: serverNow() }));
    } else {
      dropDraft(key);
    }
  }, [file, text, rules, changed, key]);
  // A draft is kept in this browser; only what could not be kept would be lost.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (changed && !safe) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [changed, safe]);

  const deploy = () => setDeploying(true);
  const verify = () => {
    checks.now();
    setTold('Verifying.');
  };
  useShortcuts(
    [
      { keys: 'Control+s', about: 'Deploy the text in the editor', act: deploy },
      { keys: 'Control+enter', about: 'Verify the text in the editor', act: verify },
    ],
    [],
  );

  const problems = answer?.verification?.problems ?? [];
  const chosen = parameter('problem') === '' ? -1 : Number(parameter('problem'));
  const problem = answer?.text === text ? problems[chosen] : undefined;
  const step = Math.min(Number(parameter('step') || 0), problem?.trace.length ?? 0);
  const played = useMemo(() => (problem && figure ? scene(problem, step, figure) : undefined), [problem, step, figure]);
  const choose = (at: number) => setQuery({ problem: at < 0 ? null : String(at), step: null });
  const goTo = (line: number, column: number, inRules = false) => (inRules ? rulesEditor.current : editor.current)?.selectLine(line, column);
  const show = (id: string) => {
    setNode(id);
    const place = placeOf(id, text, kind);
    if (place) {
      editor.current?.select(place.from, place.to, false);
    }
  };
  const moved = (word: string) => {
    const found = figure?.sheets.flatMap((sheet) => sheet.nodes).find((each) => each.id === word || each.id === `to ${word}` || each.id.replace(/\/\d+$/, '') === word);
    setNode(found?.id ?? '');
  };
  const places = answer && answer.text === text ? answer.places : undefined;
  const main = useMemo(() => (places ?? []).filter((each) => each.file !== 'rules'), [places]);
  const beside = useMemo(() => (places ?? []).filter((each) => each.file === 'rules'), [places]);
  const ruleText = useMemo(() => readRules(kind === 'rules' ? text : rules), [kind, text, rules]);
  const keys = { 'Mod-s': deploy, 'Mod-Enter': verify };
  const mayDeploy = may('designer', 'administrator') && kind !== 'petri';
  return (
    <>
      <Title
        crumbs={
          <>
            <a href="/processes">Processes</a> /{' '}
            {base.process && (
              <>
                <a href={to.process(base.process)}>{base.process}</a> /
              </>
            )}
          </>
        }
        actions={
          <>
            <Menu
              label="More"
              choices={[
                { label: 'Begin with another text', href: '/edit' },
                { label: withRules ? 'Leave out the rules beside it' : 'Add rules that it runs under', act: () => setWithRules(!withRules), ...(kind === 'rules' ? { disabled: 'The text is rules itself.' } : withRules && rules.trim() !== '' ? { disabled: 'Empty the rules first.' } : {}) },
                { label: 'Discard the changes …', act: () => setDiscarding(true), ...(changed ? {} : { disabled: 'Nothing is changed.' }) },
              ]}
            />
            <button type="button" onClick={verify} title="Ctrl+Enter">
              Verify
            </button>
            <button type="button" class="primary" onClick={deploy} title="Ctrl+S" disabled={!mayDeploy || text.trim() === ''}>
              Deploy …
            </button>
          </>
        }
      >
        {base.process ? 'Edit' : 'Write'}
        <label class="row" style="font-size: var(--text-2); font-weight: 400">
          <span class="soft">file</span>
          <input class="mono" size={Math.max(14, file.length + 2)} value={file} onInput={(event) => setFile(event.currentTarget.value)} />
        </label>
        <span class="soft" style="font-size: var(--text-2); font-weight: 400">
          {KIND_NAMES[kind]}
        </span>
      </Title>
      <p class="soft small" style="margin-bottom: 8px" role="status">
        {changed ? (safe ? `Not deployed. Your changes of ${start.about} are kept in this browser.` : 'Not deployed, and this browser keeps no drafts: leaving the page loses the changes.') : deployed ? 'Deployed as it stands here.' : `This is ${base.about}.`} {told}
      </p>
      {base.process !== undefined && (
        <OtherDrafts
          process={base.process}
          version={start.version ?? 0}
          versions={base.versions ?? []}
          take={(draft) => {
            setFile(draft.file);
            editor.current?.setText(draft.text);
            setRules(draft.rules);
            setWithRules(draft.rules !== '');
            setTold('The draft is in the editor; Ctrl+Z takes it back.');
          }}
        />
      )}
      <div class="writing">
        <div class="texts">
          <Editor
            text={text}
            kind={kind}
            label={`Text of ${file}`}
            places={main}
            change={(next) => {
              setText(next);
              setTold('');
            }}
            moved={moved}
            keys={keys}
            own={(it) => (editor.current = it)}
            hint={kind === 'rules' ? 'dep name: a -> b;' : 'initial_activity(first).'}
          />
          {withRules && kind !== 'rules' && (
            <>
              <h2 style="font-size: var(--text-2)">Rules that it runs under</h2>
              <Editor text={rules} kind="rules" label="Rules" places={beside} change={setRules} keys={keys} own={(it) => (rulesEditor.current = it)} hint="dep name: a:start <= b:complete;" />
            </>
          )}
        </div>
        <div class="seen">
          {problem && <Player of={problem} step={step} show={(at) => setQuery({ step: String(at) })} close={() => choose(-1)} />}
          {figure ? (
            <>
              {checks.stale.value && !checks.busy.value && <p class="soft small">The picture shows the last text that could be read.</p>}
              <Picture figure={figure} label={`Picture of ${file}`} selected={node || undefined} onSelect={(found) => (found ? show(found.id) : setNode(''))} download={file.replace(/\.\w+$/, '')} {...(played ? { marks: played.marks, looks: played.looks, glide: true } : {})} />
            </>
          ) : (
            <p class="soft">{text.trim() === '' ? 'Write the first fact: the picture appears here as you type.' : checks.busy.value ? 'Drawing …' : 'There is no picture until the text can be read.'}</p>
          )}
          {answer?.report && (kind === 'rules' || withRules) && (
            <>
              <RuleProof report={answer.report} />
              <RuleList of={ruleText} report={answer.report} />
              <RuleStates report={answer.report} />
              <Guards report={answer.report} text={ruleText} />
            </>
          )}
        </div>
        <div class="proved">
          <Problem of={checks.problem.value} />
          <VerdictLine
            answer={answer}
            busy={checks.busy.value}
            chosen={chosen}
            choose={choose}
            goTo={goTo}
            fix={(fixed) => {
              editor.current?.setText(fixed.fixed!);
              choose(-1);
              setTold('The fix is applied; Ctrl+Z takes it back.');
            }}
          />
        </div>
      </div>
      {deploying && (
        <Deploy
          file={file}
          text={text}
          rules={withRules ? rules : ''}
          close={() => setDeploying(false)}
          goTo={goTo}
          done={(process, version) => {
            dropDraft(key);
            const same = process === base.process;
            setDeployed({ text, rules, file, key: same ? processKey(process, version) : base.key, about: `version ${version} of ${process}`, version: same ? version : base.version });
          }}
        />
      )}
      {discarding && (
        <Dialog
          title="Discard the changes?"
          close={() => setDiscarding(false)}
          footer={
            <>
              <button type="button" onClick={() => setDiscarding(false)}>
                Keep them
              </button>
              <button
                type="button"
                class="danger"
                onClick={() => {
                  setFile(start.file);
                  editor.current?.setText(start.text);
                  rulesEditor.current?.setText(start.rules);
                  setDiscarding(false);
                }}
              >
                Discard
              </button>
            </>
          }
        >
          <p>The text becomes {start.about} again. Ctrl+Z in the editor takes that back.</p>
        </Dialog>
      )}
    </>
  );
}

/** Drafts that began with other versions: they are offered, never loaded by themselves, because they do not have what was deployed since. */
function OtherDrafts({ process, version, versions, take }: { process: string; version: number; versions: number[]; take: (draft: Draft) => void }) {
  const [all, setAll] = useState(() => draftsOfOthers(process, version));
  useEffect(() => setAll(draftsOfOthers(process, version)), [process, version]);
  const drop = (key: string) => {
    dropDraft(key);
    setAll(draftsOfOthers(process, version));
  };
  return all.length === 0 ? null : (
    <ul class="plain column other-drafts" aria-label="Drafts of other versions">
      {all.map((each) => (
        <li key={each.key} class="row">
          <span>
            {each.version === undefined ? 'A draft of a version that is not known' : each.version < version ? `A draft of the older version ${each.version}` : `A draft of version ${each.version}`} is kept in this browser, written <Time at={each.at} />. This is version {version}.
          </span>
          {each.version !== undefined && versions.includes(each.version) ? (
            <a href={addressOf(each.key)}>Go on with that draft</a>
          ) : (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                take(each);
                drop(each.key);
              }}
            >
              Put its text into the editor
            </button>
          )}
          <button type="button" class="quiet" onClick={() => drop(each.key)}>
            Discard it
          </button>
        </li>
      ))}
    </ul>
  );
}
