import { existsSync } from 'node:fs';
import type { HostRequest } from './host-verbs.js';
import type { HostServer } from './open-host-server.js';

/**
 * One host for the workers of a project: a process that serves becomes it, or uses the one that runs and takes its
 * place when it ends; other processes use the one that runs, or have workers of their own for their time.
 */
export class HostSharing {
  readonly #runDir: string;
  readonly #own: () => Promise<HostRequest>;
  #ask: Promise<HostRequest> | undefined;
  #server: HostServer | undefined;
  #isServing = false;
  #closed = false;
  /** One attempt to become the host at a time. */
  #claiming: Promise<boolean> | undefined;

  /** `own` begins the workers of this process. */
  constructor(runDir: string, own: () => Promise<HostRequest>) {
    this.#runDir = runDir;
    this.#own = own;
  }

  /** Says that this process is to be the host as soon as workers are needed. */
  readonly willServe = (): void => {
    this.#isServing = true;
  };

  readonly serve = async (): Promise<boolean> => {
    this.#isServing = true;
    return this.#claim();
  };

  readonly elsewhere = async (): Promise<HostRequest | undefined> => {
    if (this.#server !== undefined) return undefined;
    // The common case: nobody serves, and there is nothing to load.
    if (!this.#isServing && !existsSync(this.#runDir)) return undefined;
    if (this.#isServing && (await this.#claim())) return undefined;
    const { reachHost } = await import('./reach-host.js');
    return reachHost(this.#runDir);
  };

  readonly request = async (): Promise<HostRequest> => (await this.elsewhere()) ?? this.#local();

  /** Stops to be the host; calls of others end, or are cancelled after a grace. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#claiming;
    await this.#server?.close();
  }

  #local(): Promise<HostRequest> {
    return (this.#ask ??= this.#own());
  }

  #claim(): Promise<boolean> {
    if (this.#server !== undefined) return Promise.resolve(true);
    this.#claiming ??= this.#open().finally(() => (this.#claiming = undefined));
    return this.#claiming;
  }

  async #open(): Promise<boolean> {
    if (this.#closed) return false;
    const { openHostServer } = await import('./open-host-server.js');
    this.#server = await openHostServer(this.#runDir, async (verb, request, talk) =>
      (await this.#local())(verb, request, talk),
    );
    return this.#server !== undefined;
  }
}
