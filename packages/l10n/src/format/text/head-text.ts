import { markOf } from './encoding.js';

/** The first bytes of a file as text, for a look; what is cut or wrong does not matter. */
export function headText(head: Uint8Array): string {
  return new TextDecoder(markOf(head)?.encoding ?? 'utf-8').decode(head);
}
