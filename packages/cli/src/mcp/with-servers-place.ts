import type { Invocation } from '../command/command.js';
import { composeStore } from '../compose.js';
import type { ServersPlace } from './project-servers.js';

/** Works on the servers of a project without looking at its tools: one that is broken must not stop who takes it out. */
export async function withServersPlace<T>(
  { terminal: { io }, configFile, overrides }: Pick<Invocation, 'terminal' | 'configFile' | 'overrides'>,
  work: (place: ServersPlace) => Promise<T>,
): Promise<T> {
  const { config, file, store } = await composeStore({ io, configFile, overrides });
  try {
    return await work({ config, configFile: file, env: io.env, store });
  } finally {
    await store.close();
  }
}
