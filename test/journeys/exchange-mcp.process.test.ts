import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { createProject, root } from './project.js';

const config = `export default {
  locales: { source: 'en', targets: ['de'] },
  roots: [{ path: 'locales', write: true }, { path: 'out', write: true }],
  expose: { mcp: { builtIn: ['l10n.extract', 'l10n.merge', 'l10n.convert', 'l10n.exchange'] } },
};`;

test('X104 texts go out and come home over MCP, within the roots of the config', { timeout: 60_000 }, async () => {
  const { folder } = await createProject({
    'helve.config.mjs': config,
    'locales/en.json': '{"a": "Open", "b": "Close"}',
    'out/.keep': '',
    'secret/en.json': '{"a": "Secret"}',
  });
  const args = [join(root, 'packages', 'cli', 'bin', 'helve.js'), 'mcp'];
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  const named = (await client.listTools()).tools.map(({ name }) => name);
  const call = async (id: string, input: Record<string, unknown>) => {
    const name = named.find((one) => one.replaceAll(/\W/gu, '_') === id.replaceAll('.', '_')) ?? id;
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: input });
    return { isError: isError === true, text: JSON.stringify(content), body: structuredContent };
  };
  const sent = await call('l10n.extract', { files: ['locales/en.json'], output: 'out', to: 'po' });
  expect(sent.body).toMatchObject({ units: 2, outputs: [{ path: 'out/de/locales/en.json.po', units: 2 }] });
  const file = join(folder, 'out/de/locales/en.json.po');
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace('msgid "Open"\nmsgstr ""', 'msgid "Open"\nmsgstr "Auf"'),
  );
  const merged = await call('l10n.merge', { files: ['out'], noTm: true });
  expect(merged.body).toMatchObject({ counts: { applied: 1, missing: 1 } });
  expect(JSON.parse(await readFile(join(folder, 'locales/de.json'), 'utf8'))).toMatchObject({ a: 'Auf' });
  const converted = await call('l10n.convert', { files: ['locales/de.json'], to: 'properties' });
  expect(converted.body).toMatchObject({ content: expect.stringContaining('a=Auf') });
  for (const id of ['l10n.extract', 'l10n.convert'])
    expect(await call(id, { files: ['secret/en.json'], to: 'po' })).toMatchObject({ isError: true });
});
