/** Uploads files with processes: each is proved first, and deployed with one click. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { serverNow } from '../../lib/clock';
import { part } from '../../lib/segment';
import { may } from '../../lib/session';
import { Dialog } from '../../parts/basics';
import { DeploymentState } from '../edit/deploy';
import { Deployment } from '../edit/deployment';
import { keepDraft } from '../edit/drafts';

const ENDINGS = '.yawl,.xml,.pl,.deps,.pnml,.lola';

export function Upload({ close }: { close: () => void }) {
  const [all, setAll] = useState<Deployment[]>([]);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const [unread, setUnread] = useState<string[]>([]);
  const add = async (files: File[]) => {
    const unreadable: string[] = [];
    const read = (
      await Promise.all(
        files.map(async (file) => {
          try {
            return new Deployment(file.name, await file.text());
          } catch {
            // A folder, or a file that is gone or may not be read.
            unreadable.push(file.name);
            return null;
          }
        }),
      )
    ).filter((each) => each !== null);
    setUnread(unreadable);
    setAll((before) => [...before.filter((each) => !read.some((one) => one.file === each.file)), ...read]);
  };
  // A file that misses the field would open in the browser instead of this page: the whole window takes it.
  useEffect(() => {
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const moves = (event: DragEvent) => {
      if (withFiles(event)) {
        event.preventDefault();
        setOver(true);
      }
    };
    const leaves = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drops = (event: DragEvent) => {
      if (withFiles(event)) {
        event.preventDefault();
        setOver(false);
        void add([...event.dataTransfer!.files]);
      }
    };
    window.addEventListener('dragover', moves);
    window.addEventListener('dragleave', leaves);
    window.addEventListener('drop', drops);
    return () => {
      window.removeEventListener('dragover', moves);
      window.removeEventListener('dragleave', leaves);
      window.removeEventListener('drop', drops);
    };
  }, []);
  const ready = all.filter((each) => each.ready && each.checked.value?.proof?.deployable);
  return (
    <Dialog
      title="Upload processes"
      close={close}
      wide
      {...(ready.length > 1
        ? {
            footer: (
              <button type="button" class="primary" onClick={() => ready.forEach((each) => void each.deploy(''))}>
                Deploy all {ready.length} that are proved
              </button>
            ),
          }
        : {})}
    >
      <div class={over ? 'drop over' : 'drop'}>
        <p>Drop files here: YAWL (.yawl, .xml), facts and logic programs (.pl), rules (.deps), Petri nets (.pnml, .lola).</p>
        <button type="button" class={all.length === 0 ? 'primary' : undefined} onClick={() => chooser.current!.click()}>
          Choose files
        </button>
        <input
          ref={chooser}
          type="file"
          multiple
          accept={ENDINGS}
          class="hidden"
          tabIndex={-1}
          aria-label="Files with processes"
          onChange={(event) => {
            void add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {unread.length > 0 && (
        <p class="problem" role="alert">
          {unread.map((each) => `'${each}'`).join(', ')} cannot be read. Choose files, not folders, that this browser may read.
        </p>
      )}
      {!may('designer', 'administrator') && <p class="soft">Files are proved here. Deploying needs the role designer or administrator.</p>}
      <ul class="plain column" aria-label="Files">
        {all.map((each) => (
          <Uploaded key={each.id} of={each} remove={() => setAll(all.filter((one) => one !== each))} />
        ))}
      </ul>
    </Dialog>
  );
}

/** One file with what was found in it. */
function Uploaded({ of, remove }: { of: Deployment; remove: () => void }) {
  const proof = of.checked.value?.proof;
  const edit = `/edit?file=${part(of.file)}`;
  return (
    <li class="panel">
      <header>
        <h3 class="mono">{of.file}</h3>
        <span class="row far" style="margin-left: auto">
          {!of.deployed.value && (
            <a class="button" href={edit} onClick={() => keepDraft(`file:${of.file}`, { file: of.file, text: of.text, rules: '', at: serverNow() })}>
              Open in the editor
            </a>
          )}
          {proof && !of.deployed.value && may('designer', 'administrator') && (
            <button type="button" class={proof.deployable ? 'primary' : 'danger'} disabled={!of.ready} onClick={() => void of.deploy('')}>
              {of.busy.value ? 'Deploying …' : proof.deployable ? 'Deploy' : 'Deploy although it is unsound'}
            </button>
          )}
          {!of.deployed.value && (
            <button type="button" onClick={remove} aria-label={`Leave out ${of.file}`}>
              Leave out
            </button>
          )}
        </span>
      </header>
      <div class="inside">
        <DeploymentState of={of} />
      </div>
    </li>
  );
}
