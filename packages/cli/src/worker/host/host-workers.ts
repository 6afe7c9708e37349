import { discoverManifests } from '@helve/worker';
import type { House } from '../../compose.js';
import type { Terminal } from '../../terminal.js';
import { registerTools } from '../../tool/register-tools.js';
import { capabilityTools, type CapabilityTool } from '../capability-tools.js';
import { toWorkerPlace } from '../worker-place.js';
import type { Workers } from '../workers.js';
import { openHostServer } from './open-host-server.js';

/** The workers of a server, for as long as it runs. */
export interface HostedWorkers {
  /** The house with the tools of its capabilities, each of which is loaded for its first call. */
  readonly house: House;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** Lets `helve worker` reach this process; its workers begin with the first who asks for one. */
export async function hostWorkers(house: House, terminal: Terminal): Promise<HostedWorkers> {
  const place = toWorkerPlace(house.configFile, house.config, house.store);
  let opening: Promise<Workers> | undefined;
  const open = () => (opening ??= openHere());
  const openHere = async () => (await import('../workers.js')).openWorkers(place, terminal, { keep: true });
  const asking = async () => (await import('./create-ask.js')).createAsk(await open());
  let ask: ReturnType<typeof asking> | undefined;
  const server = await openHostServer(place.runDir, async (verb, given, talk) =>
    (await (ask ??= asking()))(verb, given, talk),
  );
  if (server === undefined) terminal.say('Another process hosts the workers of this project; they stay there');
  const close = async () => {
    await server?.close();
    await (await opening)?.close();
  };
  try {
    const report = await discoverManifests(place.searchPaths);
    if (report.capabilities.length === 0) return { house, close };
    const { manager, queue } = await open();
    const { root } = place;
    const tools = capabilityTools(report, { manager, queue, root, say: terminal.say });
    return { house: withTools(house, tools, terminal), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** What the project itself calls by an id wins. */
function withTools(house: House, more: readonly CapabilityTool[], { say }: Terminal): House {
  const isFree = ({ tool: { id } }: CapabilityTool) => !house.origins.has(id);
  for (const { tool, from } of more.filter((one) => !isFree(one))) {
    say(`The tool "${tool.id}" of ${from} is left out: the project has one of that id`);
  }
  const all = [...house.origins.values(), ...more.filter(isFree)];
  return Object.freeze({ ...house, ...registerTools(all, house.configFile) });
}
