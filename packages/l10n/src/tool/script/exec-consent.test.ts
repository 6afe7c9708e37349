import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertPlan, compileFlow, execDigest, execSteps, FlowToolRegistry, registerAll, type Step } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { layerProcessor } from '../layer-processor/layer-processor.js';
import { script } from './script.js';

async function digestOf(steps: readonly Step[], folder: string): Promise<string> {
  const registry = new FlowToolRegistry();
  registerAll(registry, [layerProcessor, script]);
  const env = { sourceLocale: 'en', targetLocales: ['de'], source: { kind: 'file' } } as const;
  const flow = { name: 'test', spec: { steps } };
  const plan = assertPlan(compileFlow(flow, registry, { ...env, execTrusted: true }));
  return execDigest(await execSteps(compileFlow(flow, registry, env), plan, registry, folder), 'flow.yaml');
}

describe('consent to scripts', () => {
  test('T58 the content of a script file is part of what is agreed to, also inside of a layer chain', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-consent-'));
    const step = { tool: 'script', config: { from: 'file', scriptFile: 'own.mjs' } };
    const nested = { tool: 'layer-processor', config: { layers: { html: { steps: [step] } } } };
    for (const steps of [[step], [nested]]) {
      await writeFile(join(folder, 'own.mjs'), 'export function process() {}');
      const before = await digestOf(steps, folder);
      expect(await digestOf(steps, folder)).toBe(before);
      await writeFile(join(folder, 'own.mjs'), 'export function process() { skip(); }');
      expect(await digestOf(steps, folder)).not.toBe(before);
    }
    await rm(folder, { recursive: true });
  });
});
