import { createCaller, defineTool, ToolRegistry } from '@helve/core';
import { createBlock, FlowToolRegistry, registerAll, runsText, type CallPort } from '@helve/flow';
import { runTool } from '@helve/flow/testing';
import { budget } from '@helve/govern';
import { loadTools } from '@helve/l10n';
import { expect, test } from 'vitest';

const allTools = await loadTools();

interface Asked {
  readonly messages: readonly { readonly text: string }[];
}

/** A model that writes in capitals, behind a line on which a run may ask it so often. */
function modelWithin(calls: number) {
  const asked: string[] = [];
  const tools = new ToolRegistry();
  tools.addInline(
    defineTool({
      id: 'llm.complete',
      description: 'Writes in capitals.',
      inputSchema: { type: 'object', additionalProperties: true },
      policy: { category: 'retrieval' },
      execute: (input) => {
        const text = (input as unknown as Asked).messages[0]?.text ?? '{}';
        asked.push(text);
        const { items } = JSON.parse(text) as { readonly items: readonly { readonly id: string; text: string }[] };
        const json = { items: items.map((item) => ({ id: item.id, text: item.text.toUpperCase() })) };
        return { text: '', json, stop: 'end', usage: { inputTokens: 1, outputTokens: 1 } };
      },
    }),
  );
  const caller = createCaller({ tools: tools.snapshot(), hooks: [budget({ perTurn: { retrieval: calls } })] });
  const call: CallPort['call'] = ({ tool, input }) =>
    caller.executeTool(tool, { rawInput: input, sessionId: 's', call: { turnId: 'run' }, user: { id: 'ada' } });
  return { asked, call };
}

test('T9 AI batches stay within the budget of the line: what is beyond fails, and nothing is lost', async () => {
  const { asked, call } = modelWithin(3);
  const registry = new FlowToolRegistry();
  registerAll(registry, allTools);
  const config = { provider: 'smart', batching: 'single' };
  const words = ['one', 'two', 'three', 'four', 'five', 'six'];
  const blocks = words.map((text) => createBlock({ id: text, sourceLocale: 'en', source: [{ kind: 'text', text }] }));
  const result = await runTool(registry.create('ai-translate', config), blocks, {
    source: 'en',
    target: 'fr',
    config,
    context: { call },
  });
  const translated = result.blocks.flatMap(({ targets: { fr } }) => (fr === undefined ? [] : [runsText(fr.runs)]));
  expect(asked).toHaveLength(3);
  expect(translated).toHaveLength(3);
  expect(words.map((word) => word.toUpperCase())).toEqual(expect.arrayContaining(translated));
  expect(result.failures).toHaveLength(3);
});
