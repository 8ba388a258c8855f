/** Parts of addresses. Pure. */

/**
 * A text as a part of a path or a value behind '?': ids of work have a '#', names may have anything. Half of a surrogate pair, which a name that was
 * cut may end with, is no character: the replacement character stands for it, because browsers refuse to encode it.
 */
export function part(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
