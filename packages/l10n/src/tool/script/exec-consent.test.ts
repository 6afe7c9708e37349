import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from '@helve/core';
import { FlowToolRegistry, registerAll, type Step } from '@helve/flow';
import { compileTrusted, execDigest, type FlowHost } from '@helve/flow/engine';
import { describe, expect, test } from 'vitest';
import { callOf } from '../../testing/call-of.js';
import { layerProcessor } from '../layer-processor/layer-processor.js';
import { script } from './script.js';

/** Computes the digest that a person approves before a flow runs, as a tool call receives it. */
async function digestOf(steps: readonly Step[], folder: string): Promise<string> {
  const tools = new FlowToolRegistry({ folder });
  registerAll(tools, [layerProcessor, script]);
  const env = { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'file' } } as const;
  let digest = '';
  const trustsExec: FlowHost['trustsExec'] = async (asked) => {
    digest = execDigest(asked, 'flow.yaml');
    return true;
  };
  const record = defineTool({
    id: 'test.compile',
    description: 'Compiles a flow.',
    inputSchema: { type: 'object' },
    execute: async (_, ctx) => {
      await compileTrusted(
        { name: 'test', spec: { steps } },
        env,
        { tools, trustsExec, admitFor: async () => undefined },
        ctx,
      );
      return null;
    },
  });
  await callOf(record)({ tool: 'test.compile', input: {} });
  return digest;
}

describe('consent to scripts', () => {
  test('T58 the content of a script file is part of what is agreed to, also inside of a layer chain', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-consent-'));
    const step = { tool: 'script', config: { scriptFile: 'own.mjs' } };
    const nested = { tool: 'layer-processor', config: { layers: { html: { steps: [step] } } } };
    for (const steps of [[step], [nested]]) {
      await writeFile(join(folder, 'own.mjs'), 'export function process() {}');
      const before = await digestOf(steps, folder);
      expect(before).not.toBe('');
      expect(await digestOf(steps, folder)).toBe(before);
      await writeFile(join(folder, 'own.mjs'), 'export function process() { skip(); }');
      expect(await digestOf(steps, folder)).not.toBe(before);
    }
    await rm(folder, { recursive: true });
  });
});
