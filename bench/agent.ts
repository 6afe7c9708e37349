// What a model's call costs from its text to its answer, and what hydration costs alone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ofBytes, small, type Sample } from './agent/arguments.js';
import { liveVariants, reportLive } from './agent/live.js';
import { reportTurns, turnVariants } from './agent/turn.js';
import { agentVariants } from './agent/variants.js';
import { contender, runBench } from './kit/run-variants.js';
import { freshSample, measure, report, type Contender, type Measured } from './measure.js';

await runBench({ ...agentVariants, ...turnVariants, ...liveVariants }, runAll);

async function runAll(): Promise<boolean> {
  const kept = [await reportCalls('small', small), await reportCalls('1 KiB', ofBytes(1024))];
  const alone = await measure([
    contender('1 KiB: JSON.parse and the validator'),
    contender('1 KiB: hydrate', { timesFloor: 3 }),
  ]);
  const linear = await measure([
    contender('hydrate, per KiB of 8 KiB'),
    contender('hydrate, per KiB of 128 KiB', { timesFloor: 1.5 }),
  ]);
  const hostile = await measure([
    contender('256 KiB of hostile text, the worst', { atMost: 50 }),
    contender('256 KiB of hostile text, the worst, with repair', { atMost: 50 }),
  ]);
  kept.push(
    report('Hydration alone', 'µs', alone),
    report('Hydration is linear', 'µs', linear),
    report('Hydration of hostile text', 'ms', hostile),
  );
  kept.push(await reportTurns(), await reportLive());
  return kept.every(Boolean);
}

/** Ours against the same line fed by hand, with the bare steps and the AI SDK beside it. */
async function reportCalls(name: string, sample: Sample): Promise<boolean> {
  const record = await measure(
    [
      contender(`${name}: JSON.parse, Ajv, callTool of a record`),
      contender(`${name}: hydrate, callHydrated of a record`, { timesFloor: 2 }),
      contender(`${name}: JSON.parse, Ajv, execute`),
      ...aiSdk(name, sample),
    ],
    { samples: 7 },
  );
  const classes = await measure(
    [
      contender(`${name}: JSON.parse, Ajv, callTool of a class`),
      contender(`${name}: hydrate, callHydrated of a class`, { timesFloor: 2 }),
    ],
    { samples: 7 },
  );
  const kept = [
    report(`A model's call, from its text to its answer, ${name}`, 'µs', record),
    report('The same of a class', 'µs', classes),
  ];
  sayOfBare(record);
  return kept.every(Boolean);
}

/** The peer, where it is installed. */
function aiSdk(name: string, { text, schema }: Sample): Contender[] {
  if (!existsSync(join('bench', 'peers', 'node_modules', '@ai-sdk', 'provider-utils'))) {
    console.log('\nAI SDK: not installed; `npm ci --prefix bench/peers` brings it in');
    return [];
  }
  const sample = freshSample([text, JSON.stringify(schema)], join('bench', 'agent', 'ai-sdk.mjs'));
  return [{ name: `${name}: AI SDK, parse and executeTool`, sample }];
}

function sayOfBare([, ours, bare, peer]: readonly Measured[]): void {
  for (const row of [ours, peer]) {
    if (row !== undefined && bare !== undefined) {
      console.log(`  ${row.name}: ${(row.median / bare.median).toFixed(1)}× of the bare steps`);
    }
  }
}
