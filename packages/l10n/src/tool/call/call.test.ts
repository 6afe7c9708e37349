import { defineTool, toContract, type ToolRecord } from '@helve/core';
import { FlowToolRegistry, registerAll } from '@helve/flow';
import { callStep } from '@helve/flow/engine';
import { describe, expect, test } from 'vitest';
import { callOf } from '../../testing/call-of.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, show, t, variable } from '../../testing/runs-kit.js';

const shout = defineTool({
  id: 'text.shout',
  description: 'Makes text loud.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  policy: { category: 'utility', sideEffects: 'none', effects: ['api-call'] },
  execute: ({ text }) => ({ answer: { text: text.replace('hello', 'HELLO') } }),
}) as unknown as ToolRecord;
const entry = callStep((id) => (id === shout.id ? toContract(shout) : undefined));
const config = { id: 'text.shout', input: { text: '${source.text}' }, output: { target: '/answer/text' } };

describe('call, with the tools of a registry', () => {
  test('T57 any tool is a step, and codes come through its answer', async () => {
    const { block } = await runTool(entry, [aBlock([t('hello '), variable('x')])], { config, call: callOf(shout) });
    expect(show(block.targets['de']?.runs)).toBe('HELLO <x id="x/"/>');
  });

  test('T57 the step has the effects of the tool that it calls', () => {
    const registry = new FlowToolRegistry();
    registerAll(registry, [entry]);
    expect(registry.get('call')?.resolve({ ...config, perBatch: false }).contract).toMatchObject({
      capability: 'translate',
      sideEffects: ['api-call'],
    });
  });
});
