import type { MtEngine } from '../contract.js';
import { readMember, textOption } from '../read-list.js';
import { apertiumLocales } from './locale.js';
import { joinTexts, splitTexts } from './join-texts.js';

/** Apertium behind its HTTP server, APy; its tool runs the command. */
export const apertium: MtEngine = Object.freeze({
  id: 'apertium',
  locales: apertiumLocales,
  // It has no limits of its own; these keep an answer below the limit of a call.
  limits: () => ({ maxTexts: 256, maxSize: 100_000, unit: 'bytes' }) as const,
  keyOptional: true,
  ignores: ['glossary', 'formality'],
  request({ texts, from, to, options }, { endpoint = 'http://127.0.0.1:2737' }) {
    const mode = textOption(options['mode']);
    const body = new URLSearchParams({
      langpair: mode === undefined ? `${from}|${to}` : mode.replace('-', '|'),
      q: joinTexts(texts),
      format: 'html',
      markUnknown: 'no',
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { url: `${endpoint}/translate`, method: 'POST', headers, body: body.toString() };
  },
  read(answer) {
    const text = readMember(readMember(answer, 'responseData'), 'translatedText');
    return typeof text === 'string' ? splitTexts(text) : undefined;
  },
} satisfies MtEngine);
