import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller, callTool, defineTool, invokeTool, stageTable, ToolRegistry, type ToolHook } from '@helve/core';
import type { Variants } from '../kit/run-variants.js';
import { perCall } from '../measure.js';
import { everydayVariants } from './everyday.js';
import { peerVariants } from './peer-variants.js';
import { signalVariants } from './signals.js';
import { bytesPerCall, p99 } from './weight.js';

const CALLS = 20_000;
const input = { a: 1, b: 2 };
const inputSchema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;
const outputSchema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } as const;

interface Sum {
  sum: number;
}

const execute = ({ a, b }: { a: number; b: number }): Sum | Promise<Sum> => ({ sum: a + b });
const policy = { category: 'utility', sideEffects: 'none', idempotent: true } as const;
const tool = defineTool({ id: 'add', description: 'Adds two numbers', policy, inputSchema, outputSchema, execute });

let runs = 0;
const count = () => void (runs += 1);
const countLater = async () => count();
/** The stages that every successful call passes. */
const passed = stageTable
  .map(({ stage }) => stage)
  .filter((stage) => !['didCacheHit', 'aroundExecute', 'onRetry', 'onGiveUp', 'onError'].includes(stage));

function thirty(run: () => unknown): readonly ToolHook[] {
  return Object.freeze(
    Array.from({ length: 30 }, (_, n) => ({ name: `hook ${n}`, [passed[n % passed.length] ?? 'willExecute']: run })),
  );
}

async function floor(): Promise<() => Promise<Sum>> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020();
  const [fits, answers] = [ajv.compile(inputSchema), ajv.compile(outputSchema)];
  return async () => {
    if (!fits(input)) throw new Error('input');
    const output = await execute(input);
    if (!answers(output)) throw new Error('output');
    return output;
  };
}

function hooked(hooks: readonly ToolHook[]): Promise<number> {
  return perCall(CALLS, () => invokeTool({ tool, rawInput: input, hooks }))();
}

function byId(size: number): Promise<number> {
  const tools = new ToolRegistry();
  for (let n = 0; n < size; n += 1) tools.addInline({ ...tool, id: `add_${n}` });
  const caller = createCaller({ tools });
  return perCall(CALLS, () => caller.executeTool(`add_${size - 1}`, { rawInput: input }))();
}

/** Variants to measure, each in a process of its own. */
export const callVariants: Variants = {
  'floor: Ajv, await execute, Ajv': async () => perCall(CALLS, await floor())(),
  'invokeTool, no hooks': () => perCall(CALLS, () => invokeTool({ tool, rawInput: input }))(),
  'callTool, no hooks': () => perCall(CALLS, () => callTool({ tool, rawInput: input }))(),
  'invokeTool, 30 synchronous hooks': () => hooked(thirty(count)),
  'invokeTool, 30 asynchronous hooks': () => hooked(thirty(countLater)),
  'floor and a loop awaiting 30 functions': async () => {
    const [work, functions] = [await floor(), Array.from({ length: 30 }, () => countLater)];
    return perCall(CALLS, async () => {
      for (const one of functions) await one();
      return work();
    })();
  },
  ...everydayVariants,
  ...peerVariants,
  ...signalVariants({ tool, input, calls: CALLS }),
  'callTool, bytes': () => bytesPerCall(tool, input),
  'callTool, 64 at once, p99': () => p99(tool, input),
  'invokeTool, traced': () => perCall(CALLS, () => invokeTool({ tool, rawInput: input, trace: () => undefined }))(),
  'callTool by id, 1 tool': () => byId(1),
  'callTool by id, 10000 tools': () => byId(10_000),
  'callTool, standard rules in memory': async () => {
    const { govern } = await import('@helve/govern');
    const trail = { append: () => Promise.resolve() };
    const hooks = govern({ preset: 'standard', trail, rateLimit: { limit: 1e9, windowMs: 60_000 } });
    const user = { id: 'bench' };
    return perCall(CALLS, () => callTool({ tool, rawInput: input, hooks, user }))();
  },
  'SQLite trail, one after another': () => withTrail(1),
  'SQLite trail, 64 at once': () => withTrail(64),
};

async function withTrail(width: number): Promise<number> {
  const { audit } = await import('@helve/govern');
  const { openSqliteStore } = await import('@helve/store');
  const folder = mkdtempSync(join(tmpdir(), 'helve-bench-'));
  const store = openSqliteStore({ path: join(folder, 'trail.db') });
  try {
    const hooks = Object.freeze([audit({ sink: store.trail })]);
    const call = () => callTool({ tool, rawInput: input, hooks });
    const batch = () => Promise.all(Array.from({ length: width }, call));
    return (await perCall(Math.ceil(1_000 / width), batch)()) / width;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}
