import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freshSample, measure, report, type Contender } from '../measure.js';

const folder = join('bench', 'peers');
const names = ['floor', 'helve', 'ai-sdk', 'mastra', 'openai-agents', 'langchain', 'mcp-sdk'];

/** True when the peers are installed; says otherwise how to install them. */
function hasPeers(): boolean {
  const installed = existsSync(join(folder, 'node_modules'));
  if (!installed) console.log(`\nPeers: not installed; \`npm ci --prefix ${folder}\` brings them in`);
  return installed;
}

/** Keeps the peers that run here; of each other one it prints why it does not. */
export async function usablePeers(peers: readonly Contender[]): Promise<readonly Contender[]> {
  if (!hasPeers()) return [];
  const usable: Contender[] = [];
  for (const peer of peers) {
    try {
      await peer.sample();
      usable.push(peer);
    } catch (error) {
      console.log(`\n${peer.name}: left out, ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return usable;
}

/** What the same work costs with libraries that others use, where they are installed. */
export async function reportPeers(): Promise<boolean> {
  if (!hasPeers()) return true;
  const peers = names.map((name) => ({ name, sample: freshSample([name], join(folder, 'run.mjs')) }));
  return report('Peers: the same add, input checked only', 'µs', await measure(peers, { samples: 5 }));
}
