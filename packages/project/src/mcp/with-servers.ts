import { loadStore, type ProjectLocation } from '../open-project.js';
import type { ServersContext } from './project-servers.js';

/** Works on the servers of a project without looking at its tools: one that is broken must not stop who takes it out. */
export async function withServers<T>(
  location: ProjectLocation,
  work: (context: ServersContext) => Promise<T>,
): Promise<T> {
  const { config, file, store } = await loadStore(location);
  try {
    return await work({ config, configFile: file, env: location.io.env, store });
  } finally {
    await store.close();
  }
}
