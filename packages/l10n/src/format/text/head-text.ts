import { findMark } from './encoding.js';

/** Decodes the first bytes of a file for sniffing; incomplete and invalid ones do not matter. */
export function headText(head: Uint8Array): string {
  return new TextDecoder(findMark(head)?.encoding ?? 'utf-8').decode(head);
}
