// What a built registry promises: how soon the first of many tools answers, and that its lists cost a lookup.
import { contender, runBench } from './kit/run-variants.js';
import { measure, report } from './measure.js';
import { writeRegistries } from './registry/registries.js';
import { registryVariants } from './registry/variants.js';

await runBench(registryVariants, runAll);

async function runAll(): Promise<boolean> {
  writeRegistries();
  const first = await measure([
    contender('floor: read and JSON.parse'),
    contender('1000 tools: to the first answer', { atMost: 60 }),
    contender('1000 tools: import of the loader, to the first answer', { atMost: 60 }),
    contender('1000 tools: lazy load and lock', { atMost: 100 }),
    contender('1000 tools: lazy load, lock and list'),
    contender('1000 tools: forms of a provider from its side file'),
    contender('1000 tools: to the first answer, file laid out anew'),
    contender('7 tools: load and lock', { atMost: 43 }),
  ]);
  const lookups = await measure([
    contender('getProviderSchemas of 10 tools'),
    contender('getProviderSchemas of 1000 tools', { timesFloor: 3 }),
    contender('getToolMetadata of 1000 tools'),
    contender('nameFor and toolOf of 1000 tools'),
  ]);
  return [report('A registry in a fresh process', 'ms', first), report('Lookups after the first', 'µs', lookups)].every(
    Boolean,
  );
}
