import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeServers, pinDefinition, readServers } from './mcp-file.js';

const definition = (name: string, description = 'before') =>
  ({ name, description, inputSchema: { type: 'object' } }) as const;

async function project(...tools: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'helve-mcp-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, 'helve.config.mjs');
  const definitions = tools.map((name) => definition(name));
  await changeServers(config, () => ({ far: { url: 'https://far.example/mcp', definitions } }));
  return { folder, config };
}

test('changes of helve.mcp.json that come together are all kept', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `tool${at}`);
  const { folder, config } = await project(...names);
  await Promise.all([
    ...names.map((name) => pinDefinition(config, 'far', definition(name, 'after'))),
    changeServers(config, (servers) => ({ ...servers, near: { command: ['near'], definitions: [] } })),
  ]);
  const { far, near } = await readServers(config);
  expect(far?.definitions).toEqual(names.map((name) => definition(name, 'after')));
  expect(near).toEqual({ command: ['near'], definitions: [] });
  expect(readdirSync(folder)).toEqual(['helve.mcp.json']);
});

test('a change that fails leaves the file as it was, and no lock behind', async () => {
  const { folder, config } = await project('a');
  const failing = changeServers(config, () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(Object.keys(await readServers(config))).toEqual(['far']);
  expect(readdirSync(folder)).toEqual(['helve.mcp.json']);
});

test('a lock that somebody left behind long ago stops nobody', async () => {
  const { folder, config } = await project('a');
  const lock = join(folder, 'helve.mcp.json.lock');
  writeFileSync(lock, '1');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
  await changeServers(config, () => ({}));
  expect(await readServers(config)).toEqual({});
});
