import type { House } from '../../compose.js';
import type { Terminal } from '../../terminal.js';
import type { Ask } from './host-verbs.js';

/** The workers of a server, for as long as it runs. */
export interface HostedWorkers {
  /** Ends all of them. */
  close(): Promise<void>;
}

/** Lets `helve worker` reach this process; its workers begin with the first who asks for one. */
export async function hostWorkers(house: House, terminal: Terminal): Promise<HostedWorkers> {
  const { openHostServer } = await import('./open-host-server.js');
  const { toWorkerPlace } = await import('../worker-place.js');
  const place = toWorkerPlace(house.configFile, house.config, house.store);
  let opening: Promise<{ readonly ask: Ask; close(): Promise<void> }> | undefined;
  const open = async () => {
    const [{ createAsk }, { openWorkers }] = await Promise.all([import('./create-ask.js'), import('../workers.js')]);
    const workers = await openWorkers(place, terminal, { keep: true });
    return { ask: createAsk(workers), close: () => workers.close() };
  };
  const server = await openHostServer(place.runDir, async (verb, given, talk) =>
    (await (opening ??= open())).ask(verb, given, talk),
  );
  if (server === undefined) terminal.say('Another process hosts the workers of this project; they stay there');
  return {
    async close() {
      await server?.close();
      await (await opening)?.close();
    },
  };
}
