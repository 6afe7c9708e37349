// What the life of a call costs: without hooks, with thirty, with the standard rules, with a trail, with many tools, and as people write it.
import { describeOrigin } from './call/origin.js';
import { peerVariants } from './call/peer-variants.js';
import { callVariants } from './call/variants.js';
import { reportPeers, usablePeers } from './kit/peers.js';
import { contender, runBench } from './kit/run-variants.js';
import { measure, report } from './measure.js';

await runBench(callVariants, process.argv[2] === 'peers' ? reportEverydayPeers : runAll);

async function runAll(): Promise<boolean> {
  const plain = await measure([
    contender('floor: Ajv, await execute, Ajv'),
    contender('invokeTool, no hooks', { timesFloor: 3 }),
    contender('callTool, no hooks', { timesFloor: 6 }),
    contender('callTool, standard rules in memory', { timesFloor: 30 }),
  ]);
  const everyday = await measure([
    contender('60 tools: zod and await by hand'),
    contender('60 tools: session, user, registry and resolve', { timesFloor: 12 }),
    contender('60 tools: these, and globalHooksByStage: {}', { timesFloor: 13 }),
    contender('60 tools: these, and a hook class for quota', { timesFloor: 35 }),
    contender('60 tools: standard rules, sessions and turns', { timesFloor: 60 }),
  ]);
  const sessions = await measure([
    contender('60 tools: one session alone'),
    contender('60 tools: one session among 10,000', { timesFloor: 1.5 }),
  ]);
  const own = await measure([
    contender('invokeTool, no hooks'),
    contender('callTool, no hooks', { timesFloor: 1.5 }),
    contender('invokeTool, traced'),
  ]);
  const sync = await measure([
    contender('invokeTool, no hooks'),
    contender('invokeTool, 30 synchronous hooks', { timesFloor: 2 }),
  ]);
  const asynchronous = await measure([
    contender('floor and a loop awaiting 30 functions'),
    contender('invokeTool, 30 asynchronous hooks', { timesFloor: 2 }),
  ]);
  const flat = await measure([
    contender('callTool by id, 1 tool'),
    contender('callTool by id, 10000 tools', { timesFloor: 1.1 }),
  ]);
  const trail = await measure([contender('SQLite trail, one after another'), contender('SQLite trail, 64 at once')], {
    samples: 3,
  });
  const kept = [
    report('One call of add({a, b}) → {sum}, input and output checked', 'µs', plain),
    report('As people write calls: 60 tools of mixed shape, fresh options', 'µs', everyday),
    report('A session that is used all the time', 'µs', sessions),
    report('An envelope, and a trace', 'µs', own),
    report('Hooks', 'µs', sync),
    await reportSignals('invokeTool'),
    await reportSignals('callTool'),
    report('Asynchronous hooks', 'µs', asynchronous),
    report('Many tools', 'µs', flat),
    report('With a trail on disk, per call', 'µs', trail),
    await reportPeers(),
    await reportEverydayPeers(),
  ];
  report('64 at once', 'µs', await measure([contender('callTool, 64 at once, p99')], { samples: 5 }));
  report('What a call leaves behind', 'bytes', await measure([contender('callTool, bytes')], { samples: 5 }));
  console.log(`\n${describeOrigin()}`);
  for (const { name: variant, median } of trail) console.log(`  ${variant}: ${Math.round(1e6 / median)} calls/s`);
  return kept.every(Boolean);
}

/** Sixty tools as people write them, with us and with the libraries that others use. */
async function reportEverydayPeers(): Promise<boolean> {
  const peers = await usablePeers(Object.keys(peerVariants).map((name) => contender(name)));
  if (peers.length === 0) return true;
  const [ours, governed] = [
    '60 tools: session, user, registry and resolve',
    '60 tools: standard rules, sessions and turns',
  ];
  const rows = await measure(
    [contender('60 tools: zod and await by hand'), contender(ours ?? ''), contender(governed ?? ''), ...peers],
    { samples: 5 },
  );
  const kept = report('The same 60 tools with other libraries', 'µs', rows);
  const own = rows.find(({ name }) => name === ours)?.median ?? NaN;
  for (const { name, median } of rows.slice(3)) console.log(`  ${name}: ${(median / own).toFixed(1)}× of invokeTool`);
  return kept;
}

/** A signal is thrown, and what V8 takes for that stands in the same table: alone, and beside a call that nothing else stops. */
async function reportSignals(line: 'invokeTool' | 'callTool'): Promise<boolean> {
  const rows = await measure([
    contender(`${line}, no hooks`),
    contender(`${line}, respond in willAuthorize`, { timesFloor: 1.5 }),
    contender(`${line}, abort in willAuthorize`, { timesFloor: 1.5 }),
    contender(`${line}, respond after many calls that pass`, { timesFloor: 1.5 }),
    contender(`${line}, abort after many calls that pass`, { timesFloor: 1.5 }),
    contender('V8: throw and catch, nothing else'),
    contender('V8: the same out of a method that a hook calls'),
    contender(`V8: ${line}, no hooks, and such a throw beside it`),
  ]);
  return report(`An answer and a refusal in willAuthorize, ${line}`, 'µs', rows);
}
