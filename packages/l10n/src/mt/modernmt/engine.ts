import type { MtEngine } from '../contract.js';
import { readMember, readList, textOption } from '../read-list.js';
import { modernmtLocales } from './locale.js';

const HOST = 'https://api.modernmt.com';

/** ModernMT, whose memories are named by their ids. */
export const modernmt: MtEngine = Object.freeze({
  id: 'modernmt',
  locales: modernmtLocales,
  limits: () => ({ maxTexts: 128, maxSize: 128 * 1024, unit: 'bytes' }) as const,
  ignores: ['formality'],
  request({ texts, from, to, options }, { key, endpoint = HOST }) {
    const { hints } = options;
    const glossary = textOption(options['glossary']);
    const vector = textOption(options['contextVector']);
    return {
      url: `${endpoint}/translate`,
      method: 'POST',
      headers: { 'mmt-apikey': key, 'x-http-method-override': 'GET' },
      body: JSON.stringify({
        source: from,
        target: to,
        q: texts.map(({ text }) => text),
        format: 'text/html',
        ...(Array.isArray(hints) && hints.length > 0 ? { hints: hints.join(',') } : {}),
        ...(glossary === undefined ? {} : { glossaries: glossary }),
        ...(vector === undefined ? {} : { context_vector: vector }),
      }),
    };
  },
  read: (answer) => readList(readMember(answer, 'data'), 'translation'),
} satisfies MtEngine);
