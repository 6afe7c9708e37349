import type { MtEngine } from '../contract.js';
import { readMember, textOption } from '../read-list.js';
import { mymemoryLocales } from './locale.js';

const HOST = 'https://api.mymemory.translated.net';

/** MyMemory: one text per request, which it also looks up in its memory; so it reports the quality of the match. */
export const mymemory: MtEngine = Object.freeze({
  id: 'mymemory',
  locales: mymemoryLocales,
  limits: () => ({ maxTexts: 1, maxSize: 500, unit: 'bytes' }) as const,
  keyOptional: true,
  ignores: ['glossary', 'formality'],
  request({ texts, from, to, options }, { key, endpoint = HOST }) {
    const email = textOption(options['email']);
    const query = new URLSearchParams({
      q: texts[0]?.text ?? '',
      langpair: `${from}|${to}`,
      ...(email === undefined ? {} : { de: email }),
      ...(key === '' ? {} : { key }),
    });
    return { url: `${endpoint}/get?${query.toString()}`, method: 'GET', headers: {} };
  },
  read(answer) {
    const data = readMember(answer, 'responseData');
    const [text, match] = [readMember(data, 'translatedText'), readMember(data, 'match')];
    if (typeof text !== 'string') return undefined;
    return [{ text, ...(typeof match === 'number' ? { confidence: Math.min(1, Math.max(0, match)) } : {}) }];
  },
  failure(answer) {
    if (readMember(answer, 'quotaFinished') === true) return 429;
    const status = Number(readMember(answer, 'responseStatus') ?? 200);
    return status === 200 ? undefined : status;
  },
} satisfies MtEngine);
