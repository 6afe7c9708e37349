import type { MtEngine } from '../contract.js';
import { readMember, readList, textOption } from '../read-list.js';
import { deeplLocales } from './locale.js';

/** Suffix of keys of the free plan, which use a host of their own. */
const freeKey = ':fx';
/** Preferences, so that languages without levels of formality are translated all the same. */
const formalities: { readonly [formality: string]: string } = { more: 'prefer_more', less: 'prefer_less' };

/** DeepL, version 2 of its API. */
export const deepl: MtEngine = Object.freeze({
  id: 'deepl',
  locales: deeplLocales,
  limits: () => ({ maxTexts: 50, maxSize: 128 * 1024, unit: 'bytes' }) as const,
  ignores: [],
  request({ texts, from, to, options }, { key, endpoint }) {
    const host = key.endsWith(freeKey) ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
    const formality = formalities[String(options['formality'])];
    const glossary = textOption(options['glossaryId']) ?? textOption(options['glossary']);
    const model = textOption(options['modelType']);
    return {
      url: `${endpoint ?? host}/v2/translate`,
      method: 'POST',
      headers: { authorization: `DeepL-Auth-Key ${key}` },
      body: JSON.stringify({
        text: texts.map(({ text }) => text),
        source_lang: from,
        target_lang: to,
        tag_handling: 'html',
        ...(formality === undefined ? {} : { formality }),
        ...(glossary === undefined ? {} : { glossary_id: glossary }),
        ...(model === undefined ? {} : { model_type: model }),
      }),
    };
  },
  read: (answer) => readList(readMember(answer, 'translations'), 'text'),
} satisfies MtEngine);
