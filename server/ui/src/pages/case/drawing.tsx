/** The picture of a process with the tokens of a case. The picture is loaded when it is needed first. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Figure } from '../../lib/types';
import type { PictureProps } from '../../parts/picture/picture';

let loaded: ComponentType<PictureProps> | undefined;

// It is on its way while the case is still being read, and so is what finds places for its nodes.
const loading = import('../../parts/picture/picture').then((module) => {
  loaded = module.Picture;
});
void import('../../parts/picture/elk').then(({ elk }) => elk({ id: 'nothing', children: [], edges: [] })).catch(() => undefined);

/** The picture, or the room for it until it is there. */
export function Drawing({ figure, height, ...props }: Omit<PictureProps, 'figure'> & { figure: Figure | null }) {
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!loaded) {
      loading.then(() => redraw((n) => n + 1)).catch(() => setFailed(true));
    }
  }, []);
  const Picture = loaded;
  if (failed) {
    return (
      <p class="problem away">
        The picture could not be loaded.{' '}
        <button type="button" class="quiet" onClick={() => window.location.reload()}>
          Load the page again
        </button>
      </p>
    );
  }
  return Picture && figure ? <Picture figure={figure} {...(height === undefined ? {} : { height })} {...props} /> : <div class="drawing-room" style={{ height: height ?? '40vh' }} />;
}
