import type { Project } from '../../open-project.js';
import { hasWorkers } from '../project-workers.js';
import { toWorkerPlace } from '../worker-location.js';
import type { WorkerHost, WorkersDoor } from '../open-workers.js';
import { openHostServer } from './open-host-server.js';

/** The workers of a server, for as long as it runs. */
export interface HostedWorkers {
  /** Begins them, if nobody has yet. */
  open(): Promise<WorkerHost>;
  /** Lets nobody reach them any more; they end with the house. */
  close(): Promise<void>;
}

/** Lets `helve worker` reach this process; its workers begin with the first who asks for one. */
export async function hostWorkers(house: Project, door: WorkersDoor): Promise<HostedWorkers> {
  const { runDir } = toWorkerPlace(house.configFile, house.config, house.store);
  const { host, open, remarks } = house.workers;
  host(door, { keep: true });
  const asking = async () => (await import('./create-ask.js')).createAsk(await open());
  let ask: ReturnType<typeof asking> | undefined;
  const server = await openHostServer(runDir, async (verb, given, talk) =>
    (await (ask ??= asking()))(verb, given, talk),
  );
  if (server === undefined && hasWorkers(house.config, house.configFile))
    door.say('Another process hosts the workers of this project; they stay there');
  for (const remark of remarks) door.say(remark);
  return { open, close: async () => server?.close() };
}
