import { callTool, type ToolRecord } from '@helve/core';
import { medianOf } from '../measure.js';

const CALLS = 20_000;

/** Bytes that one call leaves for the collector. */
export async function bytesPerCall(tool: ToolRecord, rawInput: unknown): Promise<number> {
  for (let call = 0; call < CALLS; call += 1) await callTool({ tool, rawInput });
  const rounds: number[] = [];
  for (let round = 0; round < 25; round += 1) {
    // So few that the collector does not come in between.
    const before = process.memoryUsage().heapUsed;
    for (let call = 0; call < 200; call += 1) await callTool({ tool, rawInput });
    rounds.push((process.memoryUsage().heapUsed - before) / 200);
  }
  return medianOf(rounds);
}

/** The 99th of a hundred calls, in microseconds, with 64 on their way at any time. */
export async function p99(tool: ToolRecord, rawInput: unknown): Promise<number> {
  const took: number[] = [];
  const lane = async () => {
    while (took.length < CALLS) {
      const began = performance.now();
      await callTool({ tool, rawInput });
      took.push((performance.now() - began) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;
}
