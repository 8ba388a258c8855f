/** Files of forms: sent as soon as they are chosen, with progress. */
import { address, part, ProblemError, type Problem } from '../../lib/api';
import { requestId } from '../../lib/request';
import { at as under } from '../../lib/keyed';
import { identityHeaders } from '../../lib/session';
import type { FileReference } from '../value';

/** The most that the server takes in one request, unless it was set up otherwise. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** A size as people read it. */
export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Sends a file; the answer is what a value says to refer to it. */
export function send(path: string, file: File, progress: (part: number) => void, stop: AbortSignal): Promise<FileReference> {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address(`${path}/${part(file.name)}`));
    for (const [name, value] of Object.entries(identityHeaders())) {
      request.setRequestHeader(name, value);
    }
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('Idempotency-Key', requestId());
    request.upload.onprogress = (event) => progress(event.lengthComputable ? event.loaded / event.total : 0);
    const refuse = (problem: Problem) => failed(new ProblemError(problem));
    request.onerror = () => refuse({ status: 0, title: 'No answer', detail: 'The file could not be sent: the server does not answer. Choose it again.' });
    request.onabort = () => failed(new DOMException('stopped', 'AbortError'));
    request.onload = () => {
      try {
        const body = JSON.parse(request.responseText) as FileReference & Problem;
        if (request.status < 300) {
          done({ file: body.file, name: body.name, bytes: body.bytes });
        } else {
          refuse(body);
        }
      } catch {
        refuse({ status: request.status, title: 'Refused', detail: `The file was not taken: the server answered with status ${request.status}.` });
      }
    };
    stop.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

const pictures = new Map<string, string>();

/** Remembers the content of a picture that was sent from here, to show it small. */
export function keepPicture(reference: FileReference, file: Blob): void {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type) && file.size < MOST_BYTES) {
    pictures.set(reference.file, URL.createObjectURL(file));
  }
}

/** The address of a small picture of a file, if it is a picture that is known here. */
export function pictureOf(reference: FileReference): string | undefined {
  return pictures.get(reference.file);
}

const PICTURES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' };

/** The type of a picture by its name, as the server sends every file as bytes only. */
export function pictureType(name: string): string | undefined {
  return under(PICTURES, name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}
