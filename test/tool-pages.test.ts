import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTools } from '@helve/l10n';
import { describe, expect, test } from 'vitest';
import { compiledExample, toolPages } from './tool-pages.js';

const allTools = await loadTools();

const folder = join(import.meta.dirname, '..', 'docs', 'tools');

/** `UPDATE_TOOL_PAGES=1 npm test -- tool-pages` writes the pages anew. */
describe('docs/tools', () => {
  const pages = toolPages();
  if (process.env['UPDATE_TOOL_PAGES'] === '1') {
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of pages) writeFileSync(join(folder, file), text);
  }

  test('K87 there is a page for each tool, and no other', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...pages.keys()].toSorted());
  });

  test.each([...pages])('K87 %s says what the contract says', (file, text) => {
    expect(readFileSync(join(folder, file), 'utf8')).toBe(text);
  });

  test.each(allTools)('K87 the flow on the page of $name compiles', ({ name }) => {
    const { diagnostics, plan } = compiledExample(name);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(plan?.nodes.at(-1)).toMatchObject({ tool: name });
  });
});
