import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { emptyJson } from './empty-json.js';
import { jsonLocaleOfPath, jsonLocalePath } from './locale-path.js';
import { jsonSchema, type JsonOptions } from './options.js';
import { jsonPresets } from './presets.js';
import { sniffJson } from './sniff.js';

/** JSON with or without comments; it streams both ways. */
export const jsonFormat = defineFormat<JsonOptions>({
  id: 'json',
  title: 'JSON',
  extensions: ['.json', '.jsonc'],
  mimeTypes: ['application/json', 'application/jsonc', 'text/json'],
  sniff: sniffJson,
  kind: 'monolingual',
  caps: {
    read: true,
    write: true,
    streamRead: true,
    streamWrite: true,
    insert: true,
    generative: true,
    package: false,
  },
  options: jsonSchema,
  presets: jsonPresets,
  read: (...args) => readLater(async () => (await import('./read.js')).readJson(...args)),
  emptyDocument: emptyJson,
  insert: async (request) => (await import('./insert.js')).insertJson(request),
  write: async (request) => (await import('./write.js')).writeJson(request),
  localePath: jsonLocalePath,
  localeOfPath: jsonLocaleOfPath,
});
