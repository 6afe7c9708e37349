import type { Asked } from './asked.js';
import { headerOf } from './header-of.js';

const sanePattern = /^[\w.:/+=-]{1,128}$/;

/** The id a client gave its request, if it can stand in a header and a log; else a new one. */
export function requestIdOf(asked: Asked): string {
  const given = headerOf(asked, 'x-request-id');
  return given !== null && sanePattern.test(given) ? given : crypto.randomUUID();
}
