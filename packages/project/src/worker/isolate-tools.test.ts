import { defineTool, Tool, type ToolRecord } from '@helve/core';
import { expect, test } from 'vitest';
import type { CollectedTool } from '../registry/collect-tools.js';
import { isolateTools } from './isolate-tools.js';

const annotations = { host: 'process' } as const;

/** Isolates one tool where no worker is to be had. */
function isolate(tool: CollectedTool['tool']) {
  const item: CollectedTool = { tool, kind: 'record', from: 'tools[0]' };
  const open = () => Promise.reject(new Error('there are no workers'));
  const [isolated] = isolateTools([item], { config: { dependencies: {} }, configFile: 'c', overrides: [], open });
  return { item, isolated };
}

/** A tool whose fields are not its own. */
class Instance implements ToolRecord {
  readonly #id = 'instance';
  readonly inputSchema = { type: 'object' } as const;
  readonly hooksByStage = {};
  readonly annotations = annotations;
  readonly tags = ['odd'];
  get id() {
    return this.#id;
  }
  get name() {
    return this.#id;
  }
  get description() {
    return 'Is no plain object';
  }
  execute() {
    return 'here';
  }
}

test('a tool that asks for no process stays what it is', () => {
  const tool = defineTool({ id: 'a', description: 'A', inputSchema: { type: 'object' }, execute: () => 'here' });
  const { item, isolated } = isolate(tool);
  expect(isolated).toBe(item);
});

test('a tool that asks for a process keeps everything but its body, and has none without a worker', async () => {
  const { isolated } = isolate(new Instance());
  expect(isolated?.tool).toMatchObject({ id: 'instance', name: 'instance', tags: ['odd'], annotations });
  const record = isolated?.tool as ToolRecord;
  await expect(record.execute({}, {} as never)).rejects.toThrow('there are no workers');
});

test('a class becomes the record that it stands for, and one that cannot is left to whoever registers it', () => {
  const good = Tool({ type: 'function', name: 'good', parameters: { type: 'object' }, annotations })(class {});
  expect(isolate(good).isolated?.tool).toMatchObject({ id: 'good', annotations });
  const bad = Tool({ type: 'function', name: 'bad', annotations })(class {});
  const { item, isolated } = isolate(bad);
  expect(isolated).toBe(item);
});
