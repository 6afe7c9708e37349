import type { MtEngine, MtText } from '../contract.js';
import { readMember, readList, textOption } from '../read-list.js';
import { microsoftLocales } from './locale.js';

const HOST = 'https://api.cognitive.microsofttranslator.com';

/** Microsoft Translator, version 3 of its API. */
export const microsoft: MtEngine = Object.freeze({
  id: 'microsoft',
  locales: microsoftLocales,
  limits: () => ({ maxTexts: 1000, maxSize: 50_000, unit: 'code-points' }) as const,
  takesTerms: true,
  ignores: ['glossary', 'formality'],
  request({ texts, from, to, options }, { key, endpoint = HOST }) {
    const category = textOption(options['category']);
    const region = textOption(options['region']);
    const query = new URLSearchParams({
      'api-version': '3.0',
      from,
      to,
      textType: 'html',
      ...(category === undefined ? {} : { category }),
    });
    return {
      url: `${endpoint}/translate?${query.toString()}`,
      method: 'POST',
      headers: {
        'ocp-apim-subscription-key': key,
        ...(region === undefined ? {} : { 'ocp-apim-subscription-region': region }),
      },
      body: JSON.stringify(texts.map((text) => ({ Text: withDictionary(text) }))),
    };
  },
  read(answer) {
    if (!Array.isArray(answer)) return undefined;
    const each = answer.map((item: unknown) => readList(readMember(item, 'translations'), 'text')?.[0]);
    return each.every((found) => found !== undefined) ? each : undefined;
  },
} satisfies MtEngine);

/** Marks terms in the text itself, at the first occurrence of each outside tags. */
function withDictionary({ text, terms = [] }: MtText): string {
  return terms.reduce((html, { source, target }) => {
    const at = html.indexOf(source);
    const inTag = html.lastIndexOf('<', at) > html.lastIndexOf('>', at);
    if (source === '' || at < 0 || inTag || html.slice(0, at).endsWith('">')) return html;
    const translation = target.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const marked = `<mstrans:dictionary translation="${translation}">${source}</mstrans:dictionary>`;
    return `${html.slice(0, at)}${marked}${html.slice(at + source.length)}`;
  }, text);
}
