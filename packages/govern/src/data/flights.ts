/** A run that others wait for. */
export interface Flight<End> {
  readonly ended: Promise<End>;
  /** Ends the run; only the first call counts. */
  end(end: End): void;
}

/** Notices a run that ends while something else is awaited. */
export interface Watch {
  readonly landed: boolean;
  stop(): void;
}

/** Runs in progress, by key: the second caller waits for the first. */
export interface Flights<End> {
  get(key: string): Flight<End> | undefined;
  /** Starts a run; there must be none under this key. */
  start(key: string): Flight<End>;
  /** Frees the key. */
  land(key: string, flight: Flight<End>): void;
  watch(key: string): Watch;
}

export function createFlights<End>(): Flights<End> {
  const flying = new Map<string, Flight<End>>();
  const watches = new Map<string, Set<{ landed: boolean }>>();
  return {
    get: (key) => flying.get(key),
    start(key) {
      let end: (end: End) => void = () => undefined;
      const ended = new Promise<End>((resolve) => (end = resolve));
      const flight = { ended, end };
      flying.set(key, flight);
      return flight;
    },
    land(key, flight) {
      if (flying.get(key) !== flight) return;
      flying.delete(key);
      for (const watch of watches.get(key) ?? []) watch.landed = true;
    },
    watch(key) {
      const all = watches.get(key) ?? new Set();
      watches.set(key, all);
      const watch = {
        landed: false,
        stop: () => {
          all.delete(watch);
          if (all.size === 0 && watches.get(key) === all) watches.delete(key);
        },
      };
      all.add(watch);
      return watch;
    },
  };
}
