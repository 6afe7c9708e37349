import type { MtEngine } from '../contract.js';
import { readMember, readList, textOption } from '../read-list.js';
import { googleLocales } from './locale.js';

const HOST = 'https://translation.googleapis.com';

/** Google: the advanced API (v3) for a project, which supports glossaries, else the basic one (v2). */
export const google: MtEngine = Object.freeze({
  id: 'google',
  locales: googleLocales,
  limits: ({ projectId }) => ({
    maxTexts: textOption(projectId) === undefined ? 128 : 1024,
    maxSize: 30_000,
    unit: 'code-points' as const,
  }),
  ignores: ['formality'],
  request({ texts, from, to, options }, { key, endpoint = HOST }) {
    const contents = texts.map(({ text }) => text);
    const project = textOption(options['projectId']);
    if (project === undefined) {
      return {
        url: `${endpoint}/language/translate/v2`,
        method: 'POST',
        headers: { 'x-goog-api-key': key },
        body: JSON.stringify({ q: contents, source: from, target: to, format: 'html' }),
      };
    }
    const parent = `projects/${project}/locations/${textOption(options['location']) ?? 'global'}`;
    const glossary = textOption(options['glossaryId']) ?? textOption(options['glossary']);
    const terms = glossary === undefined ? {} : { glossaryConfig: { glossary: `${parent}/glossaries/${glossary}` } };
    return {
      url: `${endpoint}/v3/${parent}:translateText`,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-goog-user-project': project },
      body: JSON.stringify({
        contents,
        sourceLanguageCode: from,
        targetLanguageCode: to,
        mimeType: 'text/html',
        ...terms,
      }),
    };
  },
  read: (answer) =>
    readList(readMember(readMember(answer, 'data'), 'translations'), 'translatedText') ??
    readList(readMember(answer, 'glossaryTranslations'), 'translatedText') ??
    readList(readMember(answer, 'translations'), 'translatedText'),
} satisfies MtEngine);
