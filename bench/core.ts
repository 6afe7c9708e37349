// What `core` promises: the price of one call, of importing it, and of registering a thousand tools.
import { coreVariants } from './core/variants.js';
import { reportPeers } from './kit/peers.js';
import { contender, runBench } from './kit/run-variants.js';
import { measure, report } from './measure.js';

await runBench(coreVariants, runAll);

async function runAll(): Promise<boolean> {
  const json = await measure([
    contender('floor: Ajv, await execute, Ajv'),
    contender('callTool, JSON Schema', { timesFloor: 6 }),
  ]);
  const zod = await measure([
    contender('floor: zod, await execute, zod'),
    contender('callTool, zod', { timesFloor: 6 }),
  ]);
  const imports = await measure([
    contender('import @helve/core', { atMost: 60 }),
    contender('import zod'),
    contender('import Ajv'),
  ]);
  const registry = await measure([
    contender('zod alone: 2000 JSON Schemas'),
    contender('1000 zod tools: addInline', { atMost: 20 }),
    contender('1000 zod tools: addInline and list', { atMost: 160 }),
    contender('1000 zod tools: list again', { atMost: 2 }),
    contender('1000 JSON Schema tools: addInline and list', { atMost: 80 }),
  ]);
  const schemas = await measure([contender('Ajv: compile one schema'), contender('Helve: compile one schema')]);
  const checks = await measure([contender('Ajv: check one value'), contender('Helve: check one value')]);
  const nested = await measure([
    contender('Ajv: check a nested value'),
    contender('Helve: check a nested value', { timesFloor: 6 }),
  ]);
  const kept = [
    report('One call of add({a, b}) → {sum}, input and output checked', 'µs', json),
    extra('callTool, JSON Schema', json),
    report('One call of add({a, b}) → {sum}, checked by zod', 'µs', zod),
    extra('callTool, zod', zod),
    report('Import', 'ms', imports),
    report('Registry', 'ms', registry),
    report('JSON Schema: compile', 'µs', schemas),
    report('JSON Schema: check', 'µs', checks),
    report('JSON Schema: check an order with a customer, an address, two items and a union', 'µs', nested),
    await reportPeers(),
  ];
  return kept.every(Boolean);
}

/** The second half of the promise: under one microsecond more than the floor. */
function extra(what: string, [floor, ours]: Awaited<ReturnType<typeof measure>>): boolean {
  const more = (ours?.median ?? NaN) - (floor?.median ?? NaN);
  console.log(`  ${what}: ${more.toFixed(2)} µs over the floor (target < 1.00) ${more < 1 ? 'ok' : 'miss'}`);
  return more < 1;
}
