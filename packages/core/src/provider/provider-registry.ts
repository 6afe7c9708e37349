import type { Provided, ProviderPairs, Token } from '../contract/token.js';
import { disposeAll } from '../async/dispose-all.js';
import { SessionMap, SessionStore, type Session } from './session-store.js';

/** Makes something for a session. */
export type SessionFactory<T = unknown> = (session: {
  readonly sessionId: string | undefined;
  readonly principal: string | undefined;
}) => T;

/** Factories under the tokens of what they make: an async one makes a promise, and its token has to say so. */
type FactoryPairs<K extends readonly Token[]> =
  | { readonly [I in keyof K]: readonly [K[I], SessionFactory<Provided<K[I]>>] }
  | ReadonlyMap<Token, SessionFactory>;

export interface ProviderRegistryOptions {
  /** An idle session is forgotten after this long. */
  readonly sessionTtlMs?: number;
  /** Beyond this many sessions the one idle longest is forgotten, of those who have more than their share. */
  readonly maxSessions?: number;
  readonly now?: () => number;
  /** Hears of providers that fail to close. */
  readonly report?: (error: unknown) => void;
}

/** Holds what calls depend on: for the process, and for each session. */
export class ProviderRegistry {
  readonly #singletons = new Map<Token, unknown>();
  readonly #global = frozenView(this.#singletons);
  readonly #factories = new Map<Token, SessionFactory>();
  readonly #sessions = new SessionStore();
  readonly #ttlMs: number;
  readonly #maxSessions: number;
  readonly #now: () => number;
  readonly #report: (error: unknown) => void;

  constructor(options: ProviderRegistryOptions = {}) {
    this.#ttlMs = options.sessionTtlMs ?? 30 * 60_000;
    this.#maxSessions = options.maxSessions ?? 10_000;
    this.#now = options.now ?? Date.now;
    this.#report = options.report ?? (() => undefined);
  }

  /** Provides things for the life of the process. */
  registerSingletons<const K extends readonly Token[]>(pairs: ProviderPairs<K>): this {
    const all: Iterable<readonly [Token, unknown]> = pairs;
    for (const [token, instance] of all) this.#singletons.set(token, instance);
    return this;
  }

  /** Provides things once for each session, made on first use. */
  registerSessionProviders<const K extends readonly Token[]>(pairs: FactoryPairs<K>): this {
    const all: Iterable<readonly [Token, SessionFactory]> = pairs;
    for (const [token, factory] of all) this.#factories.set(token, factory);
    return this;
  }

  getAllSingletons(): ReadonlyMap<Token, unknown> {
    return this.#global;
  }

  /**
   * Gives the map that the calls of one session share. A session belongs to the first principal that uses it, as `ownerOf` names them;
   * the same id with another principal gets a map of its own. Without a principal it is the owner's.
   */
  sessionMap(sessionId: string, principal?: string): Map<Token, unknown> {
    return this.#session(sessionId, principal).map;
  }

  /** Keeps a session from being forgotten while a call runs; without an id, one that lives as long as the call. */
  pinSession(
    sessionId: string | undefined,
    principal?: string,
  ): { readonly map: Map<Token, unknown>; release(): void } {
    const session = sessionId === undefined ? this.#create(undefined, principal) : this.#session(sessionId, principal);
    session.pins += 1;
    return { map: session.map, release: () => this.#release(session) };
  }

  /** Forgets a session, for every principal, and closes what it held; what a running call still uses, after that call. */
  async endSession(sessionId: string): Promise<void> {
    const ended = this.#sessions.withId(sessionId);
    for (const session of ended) this.#sessions.delete(session);
    for (const session of ended) if (session.pins === 0) await this.#close(session);
  }

  #session(sessionId: string, principal: string | undefined): Session {
    const sessions = this.#sessions;
    const now = this.#now();
    for (const expired of sessions.usedBefore(now - this.#ttlMs)) this.#forget(expired);
    // The first principal takes over what the host prepared for the session.
    if (principal !== undefined) sessions.own(sessionId, principal);
    let session = sessions.find(sessionId, principal);
    if (session === undefined) {
      this.#makeRoom(principal);
      session = this.#create(sessionId, principal);
      sessions.add(sessionId, session);
    }
    sessions.touch(session, now);
    return session;
  }

  #create(sessionId: string | undefined, principal: string | undefined): Session {
    const map = new SessionMap();
    const session: Session = { map, sessionId, principal, kept: false, pins: 0, lastUsedAt: 0, lastUse: 0 };
    for (const [token, factory] of this.#factories) {
      map.provide(token, () => factory({ sessionId, principal: session.principal }));
    }
    return session;
  }

  #release(session: Session): void {
    session.pins -= 1;
    if (session.kept) this.#sessions.touch(session, this.#now());
    else if (session.pins === 0) void this.#close(session);
  }

  /** Makes room for one more of a principal; sessions that are in use stay, even if there are too many of them. */
  #makeRoom(principal: string | undefined): void {
    while (this.#sessions.size >= this.#maxSessions) {
      const leaving = this.#sessions.leastRecentlyUsed(principal);
      if (leaving === undefined) return;
      this.#forget(leaving);
    }
  }

  #forget(session: Session): void {
    this.#sessions.delete(session);
    void this.#close(session);
  }

  async #close(session: Session): Promise<void> {
    await disposeAll(session.map.values(), this.#report);
  }
}

/** Gives a view of a map that can only be read: its source is captured, not held, so that nothing can reach it. */
function frozenView<K, V>(source: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const view: ReadonlyMap<K, V> = {
    get size() {
      return source.size;
    },
    get: (key) => source.get(key),
    has: (key) => source.has(key),
    keys: () => source.keys(),
    values: () => source.values(),
    entries: () => source.entries(),
    forEach: (visit) => source.forEach((value, key) => visit(value, key, view)),
    [Symbol.iterator]: () => source[Symbol.iterator](),
  };
  return Object.freeze(view);
}
