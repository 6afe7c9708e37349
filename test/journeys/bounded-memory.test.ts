import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from './project.js';

/** Takes a file through three steps. */
const script = `
import { FlowToolRegistry, registerAll } from '@helve/flow';
import { assertPlan, compileFlow, fileIo, runFlow } from '@helve/flow/engine';
import { allFormats, loadTools, createFormats } from '@helve/l10n';

const allTools = await loadTools();

const [file] = process.argv.slice(2);
const tools = new FlowToolRegistry();
registerAll(tools, allTools);
const steps = [{ tool: 'word-count' }, { tool: 'char-count' }, { tool: 'pseudo-translate' }];
const binding = { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'file' } };
const plan = assertPlan(compileFlow({ name: 'three', spec: { steps } }, tools, binding));
const inputs = [{ id: file, path: file, outputs: [{ path: 'out-' + file, locale: 'de' }] }];
const io = await fileIo({ inputs, formats: createFormats(allFormats), targetLocale: 'de' });
const { status, documents } = await runFlow(plan, io, { tools });
console.log(JSON.stringify({ status, blocks: documents[0].blocks }));
`;

const count = 160_000;
const texts = Array.from(
  { length: 1_000 },
  (_, index) => `A text that somebody reads before going on, number ${index}`,
);

const files: Readonly<Record<string, (index: number) => string>> = {
  'app.json': (index) => `${index === 0 ? '{' : ','}\n  "some.key.of.the.app.${index}": "${texts[index % 1_000]}"`,
  'app.po': (index) => `#: src/app.c:${index}\nmsgid "${index}: ${texts[index % 1_000]}"\nmsgstr ""\n\n`,
};
const ends: Readonly<Record<string, string>> = { 'app.json': '\n}\n', 'app.po': '' };

async function writeLarge(path: string, entry: (index: number) => string, end: string): Promise<void> {
  const file = await open(path, 'w');
  for (let from = 0; from < count; from += 4_000) {
    await file.writeFile(Array.from({ length: 4_000 }, (_, index) => entry(from + index)).join(''));
  }
  await file.writeFile(end);
  await file.close();
}

// Who keeps the parts of such a file ends for want of memory.
test.each(Object.entries(files))(
  'K111 %s streams through three steps in memory that does not grow with it',
  async (name, entry) => {
    const { folder, write, shell } = await createProject();
    await writeLarge(join(folder, name), entry, ends[name] ?? '');
    await write({ 'run.mjs': script });
    const { code, stdout, stderr } = await shell(`node --max-old-space-size=56 run.mjs ${name}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ status: 'ok', blocks: count });
  },
  120_000,
);
