import type { Provided, ProviderPairs, Token } from '../../contract/token.js';
import { disposeAll } from './dispose-all.js';
import { frozenView } from './frozen-view.js';
import { IdleSessions } from './idle-sessions.js';
import { SessionMap } from './session-map.js';

/** Makes something for a session. */
export type SessionFactory<T = unknown> = (session: {
  readonly sessionId: string | undefined;
  readonly principal: string | undefined;
}) => T;

/** Factories under the tokens of what they make: an async one makes a promise, and its token has to say so. */
type FactoryPairs<K extends readonly Token[]> =
  | { readonly [I in keyof K]: readonly [K[I], SessionFactory<Provided<K[I]>>] }
  | ReadonlyMap<Token, SessionFactory>;

interface Session {
  readonly map: SessionMap;
  /** Where it is kept; undefined for the session of a single call. */
  key: string | undefined;
  readonly sessionId: string | undefined;
  principal: string | undefined;
  lastUsedAt: number;
  pins: number;
}

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
  readonly #sessions = new Map<string, Session>();
  /** Those of them that no call uses, idle longest first. */
  readonly #idle = new IdleSessions<Session>();
  readonly #owners = new Map<string, string>();
  /** How many sessions each principal has. */
  readonly #counts = new Map<string | undefined, number>();
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
   * What the calls of one session share. A session belongs to the first principal that uses it, as `ownerOf` names them;
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
    if (session.key !== undefined) this.#idle.delete(session.key);
    return { map: session.map, release: () => this.#release(session) };
  }

  /** Forgets a session, for every principal, and closes what it held; what a running call still uses, after that call. */
  async endSession(sessionId: string): Promise<void> {
    const ended = [...this.#sessions.values()].filter((session) => session.sessionId === sessionId);
    for (const session of ended) this.#forget(session);
    for (const session of ended) if (session.pins === 0) await this.#close(session);
  }

  #session(sessionId: string, principal: string | undefined): Session {
    if (principal !== undefined && !this.#owners.has(sessionId)) this.#own(sessionId, principal);
    const who = principal ?? this.#owners.get(sessionId);
    const key = keyOf(sessionId, who);
    this.#forgetExpired();
    const known = this.#sessions.get(key);
    if (known !== undefined) return this.#keep(known, key);
    this.#makeRoom(who);
    return this.#keep(this.#create(sessionId, who), key);
  }

  /** The first principal takes over what the host prepared for the session. */
  #own(sessionId: string, principal: string): void {
    this.#owners.set(sessionId, principal);
    const prepared = this.#sessions.get(keyOf(sessionId, undefined));
    if (prepared === undefined) return;
    this.#sessions.delete(keyOf(sessionId, undefined));
    this.#idle.delete(keyOf(sessionId, undefined));
    this.#count(undefined, -1);
    prepared.principal = principal;
    this.#keep(prepared, keyOf(sessionId, principal));
  }

  #create(sessionId: string | undefined, principal: string | undefined): Session {
    const session: Session = { map: new SessionMap(), key: undefined, sessionId, principal, lastUsedAt: 0, pins: 0 };
    for (const [token, factory] of this.#factories) {
      session.map.provide(token, () => factory({ sessionId, principal: session.principal }));
    }
    return session;
  }

  #keep(session: Session, key: string): Session {
    session.key = key;
    session.lastUsedAt = this.#now();
    if (!this.#sessions.has(key)) this.#count(session.principal, 1);
    this.#sessions.set(key, session);
    if (session.pins === 0) this.#idle.add(key, session);
    return session;
  }

  #release(session: Session): void {
    session.pins -= 1;
    if (session.key !== undefined) this.#keep(session, session.key);
    else if (session.pins === 0) void this.#close(session);
  }

  #forgetExpired(): void {
    const now = this.#now();
    for (;;) {
      const { oldest } = this.#idle;
      if (oldest === undefined || now - oldest.lastUsedAt <= this.#ttlMs) return;
      this.#forget(oldest);
      void this.#close(oldest);
    }
  }

  /** For one more of a principal; sessions that are in use stay, even if there are too many of them. */
  #makeRoom(principal: string | undefined): void {
    while (this.#sessions.size >= this.#maxSessions) {
      const leaving = this.#dispensable(principal);
      if (leaving === undefined) return;
      this.#forget(leaving);
      void this.#close(leaving);
    }
  }

  /** The one idle longest: of whoever wants one more if they have an equal share, else of those who have more than that. */
  #dispensable(principal: string | undefined): Session | undefined {
    const share = this.#sessions.size / this.#counts.size;
    const has = (other: string | undefined) => this.#counts.get(other) ?? 0;
    // The common case: whoever has many makes room for their own.
    const own = has(principal) >= share ? this.#idle.oldestOf(principal) : undefined;
    if (own !== undefined) return own;
    for (const session of this.#idle) if (has(session.principal) > share) return session;
    return this.#idle.oldest;
  }

  #count(principal: string | undefined, by: 1 | -1): void {
    const count = (this.#counts.get(principal) ?? 0) + by;
    if (count === 0) this.#counts.delete(principal);
    else this.#counts.set(principal, count);
  }

  #forget(session: Session): void {
    const { key, sessionId, principal } = session;
    if (key !== undefined) {
      if (this.#sessions.delete(key)) this.#count(principal, -1);
      this.#idle.delete(key);
    }
    session.key = undefined;
    if (sessionId !== undefined && this.#owners.get(sessionId) === principal) this.#owners.delete(sessionId);
  }

  async #close(session: Session): Promise<void> {
    await disposeAll(session.map.values(), this.#report);
  }
}

/** JSON, so that no id can pretend to be another; a session that nobody uses yet has no principal. */
function keyOf(sessionId: string, principal: string | undefined): string {
  return JSON.stringify(principal === undefined ? [sessionId] : [sessionId, principal]);
}
