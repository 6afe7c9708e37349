// What `helve build` promises: no slower than its origin, a quarter of that after one change, and linear in the number of tools.
import { buildVariants } from './build/variants.js';
import { contender, runBench } from './kit/run-variants.js';
import { measure, report } from './measure.js';

/** What the origin of the tool folders takes for its 7 tools, in milliseconds. */
const origin = { build: 390, load: 43 };

await runBench(buildVariants, runAll);

async function runAll(): Promise<boolean> {
  const clean = await measure([
    contender('clean build of 7 tools', { atMost: origin.build }),
    contender('the same, nothing changed', { atMost: origin.build / 4 }),
  ]);
  const changed = await measure([
    contender('clean build of 7 tools, warm'),
    contender('after one change, warm', { timesFloor: 0.25 }),
  ]);
  const many = await measure(
    [contender('clean build of 100 tools'), contender('clean build of 1000 tools', { timesFloor: 1.3 })],
    { samples: 3 },
  );
  const load = await measure(
    [
      contender('load and lock of 7 tools', { atMost: origin.load }),
      contender('load and lock of 1000 tools, lazy', { atMost: 100 }),
    ],
    { samples: 5 },
  );
  const kept = [
    report('Build, in a process of its own', 'ms', clean),
    report('Build, in a process that has built before', 'ms', changed),
    report('Build of many tools, per 100 tools', 'ms', many),
    report('Load', 'ms', load),
  ];
  return kept.every(Boolean);
}
