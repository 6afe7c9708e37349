import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freshSample, measure, report } from '../measure.js';

const folder = join('bench', 'peers');
const names = ['floor', 'helve', 'ai-sdk', 'mastra', 'openai-agents', 'langchain', 'mcp-sdk'];

/** What the same work costs with libraries that others use, where they are installed. */
export async function reportPeers(): Promise<boolean> {
  if (!existsSync(join(folder, 'node_modules'))) {
    console.log(`\nPeers: not installed; \`npm ci --prefix ${folder}\` brings them in`);
    return true;
  }
  const peers = names.map((name) => ({ name, sample: freshSample([name], join(folder, 'run.mjs')) }));
  return report('Peers: the same add, input checked only', 'µs', await measure(peers, { samples: 5 }));
}
