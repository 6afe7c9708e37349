import { performance } from 'node:perf_hooks';
import { callHydrated, hydrate } from '@helve/agent';
import { callTool, compileJsonSchema, defineTool, Tool, toolFromClass, type JsonSchemaObject } from '@helve/core';
import type { Variants } from '../kit/run-variants.js';
import { perCall } from '../measure.js';
import { hostileTexts, ofBytes, small, type Sample } from './arguments.js';

const CALLS = 20_000;
const kib = ofBytes(1024);

const recordOf = ({ schema }: Sample) =>
  defineTool({ id: 'take', description: 'Takes its arguments', inputSchema: schema, execute: () => 1 });

function classOf({ schema }: Sample) {
  class Take {
    readonly args: unknown;

    constructor(args: unknown) {
      this.args = args;
    }

    run(): number {
      return 1;
    }
  }
  return Tool({ type: 'function', name: 'take', description: 'Takes its arguments', parameters: schema })(Take);
}

const callsOf = ({ text }: Sample) => [{ id: 'call_1', name: 'take', args: text }];

async function ajvOf(schema: JsonSchemaObject): Promise<(value: unknown) => void> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const fits = new Ajv2020().compile(schema);
  return (value) => {
    if (!fits(value)) throw new Error('the arguments do not fit');
  };
}

function checkOf(schema: JsonSchemaObject): (value: unknown) => void {
  const { check } = compileJsonSchema(schema, { unknown: 'reject', defaults: true });
  return (value) => {
    if (!check(value).ok) throw new Error('the arguments do not fit');
  };
}

async function bare(sample: Sample): Promise<number> {
  const [assertFits, { execute }] = [await ajvOf(sample.schema), recordOf(sample)];
  return perCall(CALLS, async () => {
    const value: unknown = JSON.parse(sample.text);
    assertFits(value);
    return await execute(value, undefined as never);
  })();
}

/** A call fed by hand: an async function that waits for the answer, as whoever calls a tool writes one. */
async function byHand(sample: Sample, kind: 'record' | 'class'): Promise<number> {
  const tool = kind === 'record' ? recordOf(sample) : toolFromClass(classOf(sample));
  const assertFits = await ajvOf(sample.schema);
  return perCall(CALLS, async () => {
    const rawInput: unknown = JSON.parse(sample.text);
    assertFits(rawInput);
    return await callTool({ tool, rawInput });
  })();
}

function hydrated(sample: Sample, kind: 'record' | 'class'): Promise<number> {
  const tools = [kind === 'record' ? recordOf(sample) : classOf(sample)];
  const calls = callsOf(sample);
  return perCall(CALLS, async () => {
    const [result] = await hydrate(calls, tools);
    if (!result?.success) throw new Error('Expected an instance');
    return await callHydrated(result);
  })();
}

function hydrateOnly(sample: Sample, calls = CALLS): Promise<number> {
  const [sent, tools] = [callsOf(sample), [classOf(sample)]];
  return perCall(calls, () => hydrate(sent, tools))();
}

function parseAndCheck({ schema, text }: Sample): Promise<number> {
  const assertFits = checkOf(schema);
  return perCall(CALLS, () => assertFits(JSON.parse(text)))();
}

/** Microseconds for each KiB of the arguments. */
async function perKib(bytes: number): Promise<number> {
  return (await hydrateOnly(ofBytes(bytes), Math.ceil((CALLS * 1024) / bytes / 4))) / (bytes / 1024);
}

/** Milliseconds for the worst of the hostile texts, each of which is new to the process. */
async function hostile(repair: 'off' | 'rules'): Promise<number> {
  const tools = [recordOf(small)];
  let worst = 0;
  for (const args of hostileTexts) {
    const began = performance.now();
    await hydrate([{ id: 'call_1', name: 'take', args }], tools, { repair });
    worst = Math.max(worst, performance.now() - began);
  }
  return worst;
}

/** Variants to measure, each in a process of its own. */
export const agentVariants: Variants = {
  'small: JSON.parse, Ajv, execute': () => bare(small),
  'small: JSON.parse, Ajv, callTool of a record': () => byHand(small, 'record'),
  'small: hydrate, callHydrated of a record': () => hydrated(small, 'record'),
  'small: JSON.parse, Ajv, callTool of a class': () => byHand(small, 'class'),
  'small: hydrate, callHydrated of a class': () => hydrated(small, 'class'),
  '1 KiB: JSON.parse, Ajv, execute': () => bare(kib),
  '1 KiB: JSON.parse, Ajv, callTool of a record': () => byHand(kib, 'record'),
  '1 KiB: hydrate, callHydrated of a record': () => hydrated(kib, 'record'),
  '1 KiB: JSON.parse, Ajv, callTool of a class': () => byHand(kib, 'class'),
  '1 KiB: hydrate, callHydrated of a class': () => hydrated(kib, 'class'),
  '1 KiB: JSON.parse and the validator': () => parseAndCheck(kib),
  '1 KiB: hydrate': () => hydrateOnly(kib),
  'hydrate, per KiB of 8 KiB': () => perKib(8 * 1024),
  'hydrate, per KiB of 128 KiB': () => perKib(128 * 1024),
  '256 KiB of hostile text, the worst': () => hostile('off'),
  '256 KiB of hostile text, the worst, with repair': () => hostile('rules'),
};
