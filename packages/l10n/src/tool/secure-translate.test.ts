import { FlowToolRegistry, registerAll, type Part } from '@helve/flow';
import { assertPlan, builtInFlows, compileFlow, runFlow } from '@helve/flow/engine';
import { describe, expect, test } from 'vitest';
import { defineTool } from '@helve/core';
import { callOf } from '../testing/call-of.js';
import { toParts } from '../testing/run-tool.js';
import { show, aBlock, bold, t } from '../testing/runs-kit.js';
import { createMemoryVault } from '../vault/create-memory-vault.js';
import { loadTools } from './tool-table.js';

const allTools = await loadTools();

const secret = 'ann.secret@example.org';

async function secureTranslate(provider: string, call = callOf()) {
  const registry = new FlowToolRegistry().registerProvider('demo', true);
  registerAll(registry, allTools);
  const flow = builtInFlows.find(({ name }) => name === 'secure-translate');
  if (flow === undefined) throw new Error('There is no such flow');
  const plan = assertPlan(
    compileFlow(flow, registry, {
      sourceLocale: 'en',
      targetLocales: ['fr'],
      source: { kind: 'store' },
      presets: { 'ai-translate': { provider } },
    }),
  );
  const parts = toParts([
    aBlock([t('Write to '), ...bold('1', t(secret)), t(' today')], {}, { id: 'b1' }),
    'Plain text',
  ]);
  const out: Part[] = [];
  const outputs = [
    {
      async write(written: AsyncIterable<Part>) {
        for await (const part of written) out.push(part);
        return { bytes: 0, blocks: 0, changed: 0 };
      },
      commit: async () => undefined,
      discard: async () => undefined,
    },
  ];
  const document = {
    id: 'd',
    async *read() {
      yield* parts;
    },
    outputs,
  };
  const resources = { vault: createMemoryVault(), get: () => undefined };
  const report = await runFlow(plan, { documents: [document] }, { tools: registry, resources, call });
  return { report, blocks: out.flatMap((part) => (part.kind === 'block' ? [part.block] : [])) };
}

describe('the flow secure-translate', () => {
  test('K95 secure-translate takes private data out, translates, and puts it back', async () => {
    const { report, blocks } = await secureTranslate('demo');
    expect(report.documents[0]?.error).toBeUndefined();
    expect(show(blocks[0]?.source)).toBe(`Write to <x id="1"/>${secret}<x id="/1"/> today`);
    expect(show(blocks[0]?.targets['fr']?.runs)).toBe(`⟦fr⟧ Write to <x id="1"/>${secret}<x id="/1"/> today`);
    expect(show(blocks[1]?.targets['fr']?.runs)).toBe('⟦fr⟧ Plain text');
  });

  test('TV47 no secret is in what a model is asked', async () => {
    const model = defineTool({
      id: 'llm.complete',
      description: 'Repeats what it is given.',
      inputSchema: { type: 'object', additionalProperties: true },
      execute: (input) => {
        const { messages } = input as unknown as { readonly messages: readonly { readonly text: string }[] };
        return { text: messages[0]?.text ?? '', stop: 'end', usage: { inputTokens: 0, outputTokens: 0 } };
      },
    });
    const call = callOf(model);
    const { report, blocks } = await secureTranslate('remote', call);
    expect(report.documents[0]?.error).toBeUndefined();
    expect(call.calls).toHaveLength(1);
    expect(JSON.stringify(call.calls)).not.toContain('secret');
    expect(show(blocks[0]?.targets['fr']?.runs)).toContain(secret);
  });
});
