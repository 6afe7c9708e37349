import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTools } from '@helve/l10n';
import { startVendorServer, vendorWires } from '@helve/l10n/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject, type Project } from './project.js';
import { acceptsBuiltPo, acceptsJson, acceptsPo, acceptsXml, isMessage, textsOf } from './written-kit.js';
import {
  lookingTools,
  oneLanguage,
  sideFiles,
  twoLanguages,
  withExisting,
  writingTools,
  writtenFiles,
  type WritingTool,
  type WrittenKind,
} from './writing-tools.js';

const env = { DEEPL_API_KEY: 'k', GOOGLE_TRANSLATE_API_KEY: 'k', AZURE_TRANSLATOR_KEY: 'k', MODERNMT_API_KEY: 'k' };

test('every built-in tool is run over files: those that can write for their parsers, the others for the bytes', async () => {
  const names = (await loadTools()).map(({ name }) => name);
  expect([...writingTools.map(({ tool }) => tool), ...Object.keys(lookingTools)].toSorted()).toEqual(names.toSorted());
});

let project: Project;
beforeAll(async () => {
  project = await createProject({ ...Object.fromEntries(Object.values(writtenFiles)), ...sideFiles });
  await project.helve(['tm', 'import', 'memory.tmx']);
  await project.helve(['terms', 'import', 'terms.csv', '--from', 'en', '--to', 'fr']);
});

const vendors: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(vendors.map((vendor) => vendor.close())));

/** Answers like an engine, with characters that files have to escape. */
async function startVendor(engine: string): Promise<readonly string[]> {
  const wire = vendorWires[engine];
  if (wire === undefined) throw new Error(`There is no vendor "${engine}"`);
  const server = await startVendorServer((request) => ({
    json: wire.answer(wire.texts(request).map((text) => `${text} l'un "&amp;" &lt;`)),
  }));
  vendors.push(server);
  return ['--endpoint', server.url];
}

/** Runs a tool over files, and gives the paths of those before and after. */
async function runOver(row: WritingTool, kinds: readonly WrittenKind[]): Promise<(kind: WrittenKind) => WrittenPair> {
  const { helve, folder } = project;
  const names = kinds.map((kind) => writtenFiles[kind][0]);
  if (row.before !== undefined) await helve([...row.before, ...names, '-o', 'before/{relpath}']);
  const inputs = row.before === undefined ? names : names.map((name) => `before/${name}`);
  const address = row.engine === undefined ? [] : await startVendor(row.engine);
  const flags = [...row.flags, ...(row.flagsFor?.(kinds) ?? []), ...address, '--keep-going'];
  const args = [row.tool, ...inputs, ...flags, '-o', `${row.tool}/{name}{ext}`];
  const first = await helve(args, { env });
  const digest = /--trust-exec (\w+)/.exec(first.stderr)?.[1];
  const ran = digest === undefined ? first : await helve([...args, '--trust-exec', digest], { env });
  const refused = kinds.filter((kind) => row.refuses?.includes(kind));
  expect(row.isCheck === true && ran.code === 3 ? 0 : ran.code, ran.stderr).toBe(refused.length === 0 ? 0 : 1);
  for (const kind of refused) expect(ran.stderr).toMatch(row.refusal?.(writtenFiles[kind][0]) ?? /(?!)/);
  return (kind) => {
    const [name] = writtenFiles[kind];
    return { input: join(folder, name), output: join(folder, row.tool, name), isRefused: refused.includes(kind) };
  };
}

interface WrittenPair {
  readonly input: string;
  readonly output: string;
  readonly isRefused: boolean;
}

describe.each(writingTools.map((row) => [row.tool, row] as const))('%s', (_, row) => {
  let bilingual: ReturnType<typeof runOver> | undefined;
  const overTwoLanguages = () => (bilingual ??= runOver(row, twoLanguages));

  test('a JSON parser and the parser of ICU messages accept what it writes', async () => {
    const pairOf = await runOver(row, oneLanguage);
    for (const kind of oneLanguage) {
      const { input, output, isRefused } = pairOf(kind);
      if (isRefused) continue;
      expect(acceptsJson(output), kind).toBe(true);
      const before = textsOf(input);
      const spoilt = [...textsOf(output)].filter(
        ([path, text]) => isMessage(before.get(path) ?? '') && !isMessage(text),
      );
      expect(spoilt, kind).toEqual([]);
    }
  });

  test('msgfmt accepts the catalog that it writes', needs('msgfmt'), async () => {
    const { input, output, isRefused } = (await overTwoLanguages())('po');
    const accepts = row.changesCodes === true ? acceptsBuiltPo : acceptsPo;
    expect(accepts(input)).toBe(true);
    if (!isRefused) expect(accepts(output)).toBe(true);
  });

  test('xmllint accepts the XLIFF that it writes', needs('xmllint'), async () => {
    const pairOf = await overTwoLanguages();
    for (const kind of ['xliff', 'xliff2'] as const) {
      const { input, output } = pairOf(kind);
      expect(acceptsXml(input)).toBe(true);
      expect(acceptsXml(output), kind).toBe(true);
    }
  });
});

test.each(Object.entries(lookingTools))('%s writes files as they were', async (tool, flags) => {
  const { helve, folder } = project;
  for (const kinds of [oneLanguage, twoLanguages]) {
    const names = kinds.map((kind) => writtenFiles[kind][0]);
    const existing = flags.includes('--target') ? withExisting(kinds) : [];
    const ran = await helve([tool, ...names, ...flags, ...existing, '-o', `${tool}/{name}{ext}`]);
    // The gate of a check may say no.
    expect([0, 3], ran.stderr).toContain(ran.code);
    for (const name of names)
      expect(await readFile(join(folder, tool, name), 'utf8')).toBe(await readFile(join(folder, name), 'utf8'));
  }
});
