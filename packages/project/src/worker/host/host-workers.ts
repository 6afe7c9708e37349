import type { Project } from '../../open-project.js';
import { hasWorkers } from '../project-workers.js';
import type { WorkersDoor } from '../open-worker-host.js';

/** Lets other processes of the project use the workers of this one, which begin with the first who asks for one and end with the project. */
export async function hostWorkers(project: Project, door: WorkersDoor): Promise<void> {
  const { host, serve, remarks } = project.workers;
  host(door, { keep: true });
  const isHost = await serve();
  if (!isHost && hasWorkers(project.config, project.configFile))
    door.notify('Another process hosts the workers of this project; calls go there');
  for (const remark of remarks) door.notify(remark);
}
