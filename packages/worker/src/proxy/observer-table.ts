import type { ProxyObserver } from './proxy-observer.js';

type ObserverEvent = keyof ProxyObserver;
type EventArguments<Kind extends ObserverEvent> = Parameters<NonNullable<ProxyObserver[Kind]>>;
type Lists = { readonly [Kind in ObserverEvent]: readonly ProxyObserver[] };

const none: Lists = fold([]);

/** Observers of a worker by event, so that events without observers cost nothing. */
export class ObserverTable {
  #all: readonly ProxyObserver[] = [];
  #by: Lists = none;

  add(observer: ProxyObserver): void {
    this.#use([...this.#all, observer]);
  }

  remove(observer: ProxyObserver): void {
    this.#use(this.#all.filter((one) => one !== observer));
  }

  wants(kind: ObserverEvent): boolean {
    return this.#by[kind].length > 0;
  }

  /** Notifies the current observers; changes made meanwhile apply to the next event. */
  notify<Kind extends ObserverEvent>(kind: Kind, ...args: EventArguments<Kind>): void {
    const listeners = this.#by[kind];
    for (const observer of listeners)
      (observer[kind] as ((...news: EventArguments<Kind>) => void) | undefined)?.(...args);
  }

  #use(all: readonly ProxyObserver[]): void {
    this.#all = all;
    this.#by = fold(all);
  }
}

function fold(all: readonly ProxyObserver[]): Lists {
  const who = (kind: ObserverEvent) => all.filter((observer) => observer[kind] !== undefined);
  return {
    onState: who('onState'),
    onExit: who('onExit'),
    onCallStart: who('onCallStart'),
    onCancel: who('onCancel'),
    onCallEnd: who('onCallEnd'),
    onProgress: who('onProgress'),
    onUsage: who('onUsage'),
    onAccount: who('onAccount'),
    onLog: who('onLog'),
    onOutput: who('onOutput'),
    onHeartbeat: who('onHeartbeat'),
    onFrame: who('onFrame'),
    onNote: who('onNote'),
    onLine: who('onLine'),
  };
}
