import type { Project } from '../../open-project.js';
import { hasWorkers } from '../project-workers.js';
import { toWorkerLocation } from '../worker-location.js';
import type { WorkerHost, WorkersDoor } from '../open-worker-host.js';
import { openHostServer } from './open-host-server.js';

/** The workers of a server, for as long as it runs. */
export interface HostedWorkers {
  /** Begins them, if nobody has yet. */
  open(): Promise<WorkerHost>;
  /** Stops accepting requests; the workers end with the project. */
  close(): Promise<void>;
}

/** Lets `helve worker` reach this process; its workers begin with the first who asks for one. */
export async function hostWorkers(project: Project, door: WorkersDoor): Promise<HostedWorkers> {
  const { runDir } = toWorkerLocation(project.configFile, project.config, project.store);
  const { host, open, remarks } = project.workers;
  host(door, { keep: true });
  const asking = async () => (await import('./create-host-request.js')).createHostRequest(await open());
  let ask: ReturnType<typeof asking> | undefined;
  const server = await openHostServer(runDir, async (verb, request, talk) =>
    (await (ask ??= asking()))(verb, request, talk),
  );
  if (server === undefined && hasWorkers(project.config, project.configFile))
    door.notify('Another process hosts the workers of this project; they stay there');
  for (const remark of remarks) door.notify(remark);
  return { open, close: async () => server?.close() };
}
