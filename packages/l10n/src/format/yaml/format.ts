import { defineFormat } from '../define-format.js';
import { readLater } from '../load-later.js';
import { yamlLocalePath } from './locale-path.js';
import { yamlSchema, type YamlOptions } from './options.js';

/** YAML, 1.1 and 1.2. */
export const yamlFormat = defineFormat<YamlOptions>({
  id: 'yaml',
  title: 'YAML',
  extensions: ['.yaml', '.yml'],
  mimeTypes: ['application/yaml', 'text/yaml'],
  kind: 'monolingual',
  kindOf: (_, { rootLocales }) => (rootLocales === 'all' ? 'multilingual' : 'monolingual'),
  caps: {
    read: true,
    write: true,
    streamRead: false,
    streamWrite: false,
    insert: true,
    generative: true,
    package: false,
  },
  presets: [
    { id: 'rails', title: 'Rails locale file', options: { rootLocales: 'single', plurals: 'rails' } },
    { id: 'locales', title: 'All languages in one file', options: { rootLocales: 'all', plurals: 'rails' } },
  ],
  options: yamlSchema,
  localePath: yamlLocalePath,
  read: (...args) => readLater(async () => (await import('./read.js')).readYaml(...args)),
  write: async (request) => {
    if (request.skeleton === undefined) return (await import('./generate.js')).generateYaml(request);
    return (await import('./write.js')).writeYaml(request);
  },
  insert: async (request) => (await import('./insert.js')).insertYaml(request),
});
