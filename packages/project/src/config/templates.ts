import type { ConfigKey } from './config-key.js';
import { configKeys } from './config-keys.js';

/** A config with a tool that works, and every setting of the server to uncomment. */
export function typeScriptTemplate(): string {
  return `import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const greet = defineTool({
  id: 'greet',
  description: 'Greets somebody',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  docs: { examples: [{ name: 'world' }] },
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Who is greeted' } },
    required: ['name'],
  },
  execute: ({ name }) => ({ greeting: \`Hello, \${name}!\` }),
});

export default defineConfig({
  // Tools, classes decorated with @Tool, and paths: of modules that export them ('./slugify.ts') and of a folder of tool folders ('./tools')
  tools: [greet],
  // Where callers of helve serve and helve mcp may read and write files; at the terminal every file can be named
  roots: [{ path: 'content', write: true }],
${lineKeys()
  .map((line) => `  // ${line}`)
  .join('\n')}
${groupLines('resources').join('\n')}
${groupLines('mcp').join('\n')}
${groupLines('server').join('\n')}
});
`;
}

/** A config without code: tools come in by the paths of their modules. */
export function jsonTemplate(): string {
  const server = Object.fromEntries(Object.entries(configKeys.server).map(([name, row]) => [name, row.default]));
  const { tools, govern, store } = configKeys;
  const roots = [{ path: 'content', write: true }];
  const config = { tools: tools.default, roots, govern: govern.default, store: store.default, server };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** The keys of the table that a first config can do without, each with what it is for. */
function lineKeys(): string[] {
  const { tools: _, roots: __, resources: ___, mcp: ____, server: _____, ...rest } = configKeys;
  return Object.entries(rest).map(toLine);
}

/** Writes the lines of one group of keys. */
function groupLines(group: 'mcp' | 'resources' | 'server'): string[] {
  const lines = Object.entries<ConfigKey<unknown>>(configKeys[group]).map(toLine);
  return [`${group}: {`, ...lines.map((line) => `  ${line}`), '},'].map((line) => `  // ${line}`);
}

function toLine([name, row]: readonly [string, ConfigKey<unknown>]): string {
  return `${name}: ${JSON.stringify(row.default)}, // ${row.docs}`;
}
