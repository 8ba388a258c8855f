/** Parts of the page of a case that are loaded when the case is shown, so that it is shown sooner. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../parts/basics';
import type { DeedProps } from './deeds';

let loaded: ComponentType<DeedProps> | undefined;
let loading: Promise<void> | undefined;

/** Loads the dialogs; several calls load once. */
export function loadDeeds(): Promise<void> {
  loading ??= import('./deeds').then(
    (module) => {
      loaded = module.DeedDialog;
    },
    (failure: unknown) => {
      loading = undefined;
      throw failure;
    },
  );
  return loading;
}

/** The dialog of a deed. */
export function Deeds(props: DeedProps) {
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!loaded) {
      loadDeeds()
        .then(() => redraw((n) => n + 1))
        .catch(() => setFailed(true));
    }
  }, []);
  const Shown = loaded;
  return Shown ? (
    <Shown {...props} />
  ) : failed ? (
    <Dialog title="This could not be loaded" close={props.close}>
      <p>The server does not answer, or was changed. Load the page again.</p>
    </Dialog>
  ) : null;
}
