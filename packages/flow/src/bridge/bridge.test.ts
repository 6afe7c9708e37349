import {
  createCaller,
  defineTool,
  ToolRegistry,
  type JsonObject,
  type ToolContract,
  type ToolInvokeContext,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import { assertPlan, compileFlow } from '../check/compile-flow.js';
import { partLine, partsHeader, readParts } from '../content/part/part-stream.js';
import { runsText } from '../content/text/projection.js';
import { textRun } from '../content/run/normalise-runs.js';
import type { Block } from '../contract/block.js';
import type { Step } from '../contract/flow-document.js';
import type { Part } from '../contract/part.js';
import { runFlow, type RunOptions } from '../engine/run-flow.js';
import { systemFiles } from '../engine/io/system-files.js';
import { lineFormat } from '../testing/line-format.js';
import { partsOf, smallMeta, smallSchema, SmallTools } from '../testing/run-kit.js';
import { flowTool } from '../tool/flow-tool.js';
import { registerAll } from '../tool/flow-tool-registry.js';
import { callStep } from './call-step.js';
import type { FlowHost } from './flow-host.js';
import { flowRecords } from './flow-records.js';
import type { RemoteBatch } from './remote-batch.js';
import { remoteTool } from './remote-tool.js';
import { serveFlowTool } from './serve-flow-tool.js';
import { toolFromFlowTool } from './tool-from-flow-tool.js';

const upper = defineTool({
  id: 'upper',
  description: 'Says it loudly',
  policy: { category: 'utility', sideEffects: 'read_only', effects: ['api-call'] },
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' }, id: { type: 'string' } },
    required: ['text'],
  },
  execute: ({ text, id }) => ({ said: { loud: text.toUpperCase() }, id: id ?? null }),
});

const upperAll = defineTool({
  id: 'upper_all',
  description: 'Says many loudly',
  inputSchema: {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } } },
    required: ['items'],
  },
  execute: ({ items }) => items.map(({ text = '' }) => ({ said: { loud: text.toUpperCase() } })),
});

function smallTools(): SmallTools {
  return new SmallTools()
    .add(
      { id: 'shout', cardinality: 'bilingual', produces: [{ type: 'target', side: 'target' }], writesOutput: true },
      () => ({
        translate: (view, ctx) => {
          const text = runsText(view.source).toUpperCase();
          view.setTarget(ctx.locales.target ?? '', [textRun(text)], { status: 'draft', origin: { kind: 'tool' } });
          ctx.report({ length: text.length });
        },
      }),
    )
    .add({ id: 'hidden', internal: true }, () => ({ annotate: () => undefined }))
    .add({ id: 'asks', sideEffects: ['tm-write'] }, () => ({
      annotate: async (view, ctx) => {
        const answer = await ctx.call({
          tool: view.name === 'bad' ? 'missing' : 'upper',
          input: { text: runsText(view.source) },
        });
        ctx.report(answer.ok ? 'ok' : answer.error.type);
      },
    }));
}

function hostOf(tools: SmallTools): FlowHost {
  return {
    tools: tools.registry.seal(),
    formats: {
      byId: () => lineFormat,
      list: () => [lineFormat],
      detect: () => ({ format: lineFormat, rule: 'test', confidence: 1, reasons: [], others: [] }),
    },
    defaults: { sourceLocale: 'en', targetLocales: ['de'], presets: {} },
    findFlow: async () => undefined,
    fileFor: async (path) => path,
    filesFor: () => systemFiles,
    admitFor: async () => undefined,
    trustsExec: async () => false,
    openResources: async () => ({ resources: { get: () => undefined }, close: async () => undefined }),
  };
}

function callerOf(records: readonly ToolRecord[]) {
  const tools = new ToolRegistry();
  for (const record of [upper, upperAll, ...records]) tools.addValidated(record);
  return createCaller({ tools: tools.seal(), exposeMessages: true });
}

describe('toolFromFlowTool', () => {
  test('K130 takes a text, a pair or blocks, and gives text, blocks, findings, report and losses', async () => {
    const caller = callerOf(flowRecords(hostOf(smallTools())));
    const answer = await caller.callTool({
      tool: 'shout',
      rawInput: { text: 'hello', sourceLocale: 'en', targetLocales: ['fr'] },
    });
    expect(answer).toMatchObject({
      ok: true,
      data: { text: 'HELLO', findings: [], losses: [], report: [{ entries: [{ length: 5 }] }] },
    });
    const { blocks } = answer.ok ? (answer.data as { blocks: JsonObject[] }) : { blocks: [] };
    expect(blocks).toMatchObject([{ id: 'text', targets: { fr: { status: 'draft' } } }]);
    const again = await caller.callTool({ tool: 'shout', rawInput: { blocks, targetLocales: ['fr'] } });
    expect(again).toMatchObject({ ok: true, data: { blocks: [{ targets: { fr: {} } }] } });
    expect(again.ok && 'text' in (again.data as object)).toBe(false);
  });

  test('K130 refuses content that is said twice or not at all, and config that the tool does not know', async () => {
    const caller = callerOf(flowRecords(hostOf(smallTools())));
    const type = async (rawInput: JsonObject) => {
      const answer = await caller.callTool({ tool: 'shout', rawInput });
      return answer.ok ? 'ok' : answer.error.type;
    };
    expect(await type({})).toBe('VALIDATION');
    expect(await type({ text: 'a', blocks: [] })).toBe('VALIDATION');
    expect(await type({ text: 'a', config: { loud: true } })).toBe('VALIDATION');
    expect(await type({ text: 'a', target: 'b', targetLocales: ['de'] })).toBe('ok');
  });

  test('K130 the policy follows from the contract, and internal tools stay inside', () => {
    const host = hostOf(smallTools());
    expect(toolFromFlowTool('shout', host).policy).toMatchObject({ category: 'utility', sideEffects: 'none' });
    expect(toolFromFlowTool('asks', host).policy).toMatchObject({ category: 'action', sideEffects: 'writes' });
    const ids = flowRecords(host).map(({ id }) => id);
    expect(ids).toEqual(['flow.check', 'flow.preview', 'shout', 'asks']);
  });

  test('K128 what a step calls goes through the caller of the call, and never throws', async () => {
    const seen: string[] = [];
    const tools = new ToolRegistry();
    for (const record of [upper, ...flowRecords(hostOf(smallTools()))]) tools.addValidated(record);
    const hooks = [
      { name: 'watch', willExecute: (ctx: ToolInvokeContext) => void seen.push(`${ctx.depth} ${ctx.toolId}`) },
    ];
    const caller = createCaller({ tools: tools.seal(), hooks });
    const flow = { steps: [{ tool: 'asks' }] };
    const block = (name: string) =>
      ({ ...JSON.parse(partLine(partsOf(['a'])[1] as Part)).block, id: name || 'x', name }) as JsonObject;
    const answer = await caller.callTool({
      tool: 'flow.preview',
      rawInput: { flow, blocks: [block(''), block('bad')] },
    });
    expect(answer).toMatchObject({ ok: true, data: { reports: { asks: [{ entries: ['ok', 'NOT_FOUND'] }] } } });
    expect(seen).toContain('1 upper');
  });

  test('K130 flow.check lists what is wrong, and flow.preview shows each step', async () => {
    const caller = callerOf(flowRecords(hostOf(smallTools())));
    const checked = await caller.callTool({ tool: 'flow.check', rawInput: { flow: 'steps:\n  - tool: shuot\n' } });
    expect(checked).toMatchObject({ ok: true, data: { ok: false, diagnostics: [{ rule: 'unknown-tool', line: 2 }] } });
    const flow = { steps: [{ tool: 'shout' }] };
    const seen = await caller.callTool({ tool: 'flow.preview', rawInput: { flow, text: 'hi' } });
    expect(seen).toMatchObject({
      ok: true,
      data: {
        snapshots: [
          { kind: 'before', state: { targets: {} } },
          { kind: 'after', state: { targets: { de: {} } } },
        ],
      },
    });
  });
});

/** Runs steps over texts, and gives the blocks. */
async function run(
  tools: SmallTools,
  steps: readonly Step[],
  texts: readonly string[],
  options: Partial<RunOptions> = {},
) {
  const plan = tools.plan(steps, { targetLocales: ['de'] });
  const blocks: Block[] = [];
  const output = {
    async write(parts: AsyncIterable<Part>) {
      for await (const part of parts) if (part.kind === 'block') blocks.push(part.block);
      return { bytes: 0, blocks: 0, changed: 0 };
    },
    commit: async () => undefined,
    discard: async () => undefined,
  };
  const document = {
    id: 'doc',
    read: async function* () {
      yield* partsOf(texts);
    },
    outputs: [output],
  };
  const report = await runFlow(plan, { documents: [document] }, { tools: tools.registry, ...options });
  return { plan, blocks, report };
}

describe('call', () => {
  const contracts = callerOf([]).tools.contracts();
  const contractOf = (id: string): ToolContract | undefined => contracts.find((contract) => contract.id === id);
  const withCall = () => {
    const tools = new SmallTools();
    registerAll(tools.registry, [callStep(contractOf)]);
    return tools;
  };
  const calls: string[] = [];
  const call: RunOptions['call'] = async ({ tool, input }) => {
    calls.push(tool);
    return callerOf([]).callTool({ tool, rawInput: input });
  };

  test('K129 runs a tool record for each block and keeps the answer as the target or an annotation', async () => {
    const input = { text: '${source.text}', id: '${block.id}' };
    const target = await run(
      withCall(),
      [{ tool: 'call', config: { id: 'upper', input, output: { target: '/said/loud' } } }],
      ['one', 'two'],
      { call },
    );
    expect(target.blocks.map(({ targets }) => runsText(targets['de']?.runs ?? []))).toEqual(['ONE', 'TWO']);
    expect(target.plan.nodes[0]).toMatchObject({
      contract: {
        capability: 'translate',
        cardinality: 'bilingual',
        sideEffects: ['api-call'],
        produces: [{ type: 'target' }],
      },
    });
    const noted = await run(
      withCall(),
      [{ tool: 'call', config: { id: 'upper', input, output: { annotation: 'loud' } } }],
      ['one'],
      { call },
    );
    expect(noted.blocks[0]?.annotations['loud']).toMatchObject({ type: 'loud', value: { said: { loud: 'ONE' } } });
    expect(noted.plan.nodes[0]).toMatchObject({
      contract: { capability: 'annotate', produces: [{ type: 'loud', side: 'source' }] },
    });
  });

  test('K129 perBatch asks once for several blocks', async () => {
    calls.length = 0;
    const config = {
      id: 'upper_all',
      input: { text: '${source.text}' },
      output: { target: '/said/loud' },
      perBatch: true,
    };
    const { blocks } = await run(withCall(), [{ tool: 'call', config }], ['one', 'two', 'three'], { call });
    expect(blocks.map(({ targets }) => runsText(targets['de']?.runs ?? []))).toEqual(['ONE', 'TWO', 'THREE']);
    expect(calls.length).toBeLessThan(3);
  });

  test('K129 programs are not called so, since consent is asked for by their own tool', () => {
    const tools = withCall();
    const steps = [{ tool: 'call', config: { id: 'exec.run', output: { annotation: 'a' } } }];
    const { diagnostics } = compileFlow({ name: 'x', spec: { steps } }, tools.registry, { sourceLocale: 'en' });
    expect(diagnostics).toMatchObject([{ severity: 'error', rule: 'config-invalid' }]);
  });

  test('K129 an unknown tool, an answer without text and a failing call are told', async () => {
    const tools = withCall();
    const compiled = compileFlow(
      { name: 'x', spec: { steps: [{ tool: 'call', config: { id: 'nobody', output: { annotation: 'a' } } }] } },
      tools.registry,
      { sourceLocale: 'en' },
    );
    expect(compiled.diagnostics).toMatchObject([{ rule: 'unknown-tool', pointer: '/spec/steps/0/config/id' }]);
    expect(() => assertPlan(compiled)).toThrow('There is no tool "nobody" to call');
    const lost = await run(
      tools,
      [{ tool: 'call', config: { id: 'upper', input: { text: 'x' }, output: { target: '/nowhere' } } }],
      ['a'],
      { call },
    );
    expect(lost.report.documents[0]?.error?.message).toContain('its answer has no text at "/nowhere"');
    const failed = await run(
      withCall(),
      [{ tool: 'call', config: { id: 'upper', input: {}, output: { annotation: 'a' } } }],
      ['a'],
      { call },
    );
    expect(failed.report.documents[0]?.error?.type).toBe('VALIDATION');
  });
});

describe('remoteTool', () => {
  const meta = smallMeta({ id: 'far', produces: [{ type: 'property:seen', side: 'source' }], capability: 'annotate' });
  const schema = smallSchema(meta);
  const local = () =>
    flowTool({
      meta,
      schema,
      annotate: (view, ctx) => {
        view.setProperty('seen', 'yes');
        ctx.report({ block: view.id });
      },
    });
  const withRemote = (change: (block: Block) => void = () => undefined) => {
    const tools = new SmallTools();
    const exchange = async (batch: RemoteBatch) => {
      const reply = await serveFlowTool(local, batch);
      let parts = partsHeader;
      for await (const part of readParts([reply.parts])) {
        if (part.kind === 'block') change(part.block);
        parts += partLine(part);
      }
      return { ...reply, parts };
    };
    registerAll(tools.registry, [remoteTool(meta, schema, { exchange })]);
    return tools;
  };

  test('K131 batches travel as helve.parts/v1, and a run looks like one with a tool from here', async () => {
    const texts = Array.from({ length: 150 }, (_, index) => `text ${index}`);
    const { blocks, report } = await run(withRemote(), [{ tool: 'far' }], texts);
    expect(blocks.map(({ properties }) => properties['seen'])).toEqual(texts.map(() => 'yes'));
    expect(report.reports['far']).toMatchObject([{ entries: { length: 150 } }]);
  });

  test.each<[string, (block: Block) => void, string]>([
    ['the source', (block) => void (block.source = [textRun('other')]), 'FLOW_IMMUTABLE'],
    ['a port that it does not declare', (block) => void (block.properties['more'] = 'x'), 'FLOW_UNDECLARED_PORT'],
  ])('K131 the engine refuses a remote tool that changes %s', async (_, change, code) => {
    const { report } = await run(withRemote(change), [{ tool: 'far' }], ['a']);
    expect(report.status).toBe('failed');
    expect(JSON.stringify(report.documents[0]?.error)).toContain(
      code === 'FLOW_IMMUTABLE' ? 'changed the source' : 'does not declare',
    );
  });

  test('K131 the engine refuses a remote tool that drops blocks', async () => {
    const tools = new SmallTools();
    const exchange = async ({ parts }: RemoteBatch) => ({
      parts: parts
        .split('\n')
        .filter((line) => !line.includes('"b1"') && !line.includes('block'))
        .join('\n'),
    });
    registerAll(tools.registry, [remoteTool(meta, schema, { exchange })]);
    const { report } = await run(tools, [{ tool: 'far' }], ['a', 'b']);
    expect(report.documents[0]?.error?.message).toContain('its shape is one-to-one');
  });
});
