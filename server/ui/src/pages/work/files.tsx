/** Files that the input of a work item refers to: they can be saved, and pictures are shown small. */
import { useEffect, useState } from 'preact/hooks';
import { address, asProblem, part } from '../../lib/api';
import { identityHeaders } from '../../lib/session';
import { size, pictureType } from '../../parts/form/files';
import type { FileReference } from '../../parts/value';

const LARGEST_PICTURE = 4_000_000;

async function content(work: string, file: FileReference, type: string): Promise<Blob> {
  const response = await fetch(address(`/work/${part(work)}/files/${part(file.file)}`), { headers: identityHeaders(), cache: 'no-store' });
  if (!response.ok) {
    throw new Error(`The file could not be read: the server answered with status ${response.status}.`);
  }
  return new Blob([await response.arrayBuffer()], { type });
}

/** A file of the input. */
export function InputFile({ work, of }: { work: string; of: FileReference }) {
  const [picture, setPicture] = useState<string>();
  const [fault, setFault] = useState('');
  const type = pictureType(of.name);
  useEffect(() => {
    if (type === undefined || of.bytes > LARGEST_PICTURE) {
      return;
    }
    let url = '';
    let alive = true;
    content(work, of, type)
      .then((blob) => {
        if (alive) {
          url = URL.createObjectURL(blob);
          setPicture(url);
        }
      })
      .catch(() => undefined);
    return () => {
      alive = false;
      URL.revokeObjectURL(url);
    };
  }, [work, of.file]);
  const save = async () => {
    setFault('');
    try {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await content(work, of, 'application/octet-stream'));
      link.download = of.name;
      link.click();
      window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (failure) {
      setFault(asProblem(failure).detail);
    }
  };
  return (
    <span class="file">
      {picture && <img src={picture} alt="" />}
      <span class="file-name">{of.name}</span>
      <span class="soft small">{size(of.bytes)}</span>
      <button type="button" class="quiet" aria-label={`Save ${of.name}`} onClick={save}>
        Save
      </button>
      {fault && <span role="alert">{fault}</span>}
    </span>
  );
}
