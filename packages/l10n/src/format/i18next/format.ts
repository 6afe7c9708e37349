import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { sniffJson } from '../json/sniff.js';
import { headText } from '../text/head-text.js';
import { i18nextSchema, type I18nextOptions } from './options.js';

/** The JSON files of i18next, whose keys carry number and context. */
export const i18nextFormat = defineFormat<I18nextOptions>({
  id: 'i18next',
  title: 'i18next JSON',
  extensions: ['.json'],
  mimeTypes: [],
  sniff: sniffI18next,
  kind: 'monolingual',
  caps: { read: true, write: true, streamRead: false, streamWrite: false, generative: false, package: false },
  options: i18nextSchema,
  read: (...args) => readLater(async () => (await import('./read.js')).readI18next(...args)),
  write: async (request) => (await import('./write.js')).writeI18next(request),
});

/** Scores a file: plural suffixes and nested keys are signs that no other JSON has. */
function sniffI18next(head: Uint8Array): number {
  if (sniffJson(head) < 0.8) return 0;
  const text = headText(head);
  const plural = /_(?:one|few|many|zero|two)"\s*:\s*"/u.test(text) && /_other"\s*:\s*"/u.test(text);
  return plural || text.includes('$t(') ? 0.9 : 0;
}
