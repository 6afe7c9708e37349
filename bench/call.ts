// What the life of a call costs: without hooks, with thirty, with the standard rules, with a trail, and with many tools.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { variants } from './call/variants.js';
import { freshSample, measure, report, type Contender } from './measure.js';

const [mark, name] = process.argv.slice(2);
if (mark === '--variant') {
  const variant = variants[name ?? ''];
  if (variant === undefined) throw new Error(`Cannot measure "${name}": there is no such variant`);
  console.log(await variant());
} else {
  process.exitCode = (await runAll()) ? 0 : 1;
}

function contender(variant: string, target?: Contender['target']): Contender {
  return { name: variant, sample: freshSample(['--variant', variant]), ...(target === undefined ? {} : { target }) };
}

async function runAll(): Promise<boolean> {
  const plain = await measure([
    contender('floor: Ajv, await execute, Ajv'),
    contender('invokeTool, no hooks', { timesFloor: 3 }),
    contender('callTool, no hooks', { timesFloor: 6 }),
    contender('callTool, standard rules in memory', { timesFloor: 30 }),
  ]);
  const sync = await measure([
    contender('invokeTool, no hooks'),
    contender('invokeTool, 30 synchronous hooks', { timesFloor: 2 }),
    contender('invokeTool, respond in willAuthorize', { timesFloor: 1.5 }),
    contender('invokeTool, abort in willAuthorize', { timesFloor: 1.5 }),
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
    report('Hooks', 'µs', sync),
    report('Asynchronous hooks', 'µs', asynchronous),
    report('Many tools', 'µs', flat),
    report('With a trail on disk, per call', 'µs', trail),
    await reportPeers(),
  ];
  for (const { name: variant, median } of trail) console.log(`  ${variant}: ${Math.round(1e6 / median)} calls/s`);
  return kept.every(Boolean);
}

async function reportPeers(): Promise<boolean> {
  const folder = join('bench', 'peers');
  if (!existsSync(join(folder, 'node_modules'))) {
    console.log(`\nPeers: not installed; \`npm ci --prefix ${folder}\` brings them in`);
    return true;
  }
  const peer = (script: string) => ({ name: script, sample: freshSample([script], join(folder, 'run.mjs')) });
  const names = ['floor', 'helve', 'ai-sdk', 'mastra', 'openai-agents', 'langchain', 'mcp-sdk'];
  return report('Peers: the same add, input checked only', 'µs', await measure(names.map(peer), { samples: 5 }));
}
