import { RecentMap } from '../../time/recent-map.js';

interface Kept {
  readonly principal: string | undefined;
}

/** Sessions that no call uses, in order of last use: of all principals together, and of each. */
export class IdleSessions<Session extends Kept> {
  readonly #all = new RecentMap<string, Session>();
  readonly #byPrincipal = new Map<string | undefined, RecentMap<string, Session>>();

  get oldest(): Session | undefined {
    return this.#all.oldest;
  }

  oldestOf(principal: string | undefined): Session | undefined {
    return this.#byPrincipal.get(principal)?.oldest;
  }

  /** Keeps a session as the one used last. */
  add(key: string, session: Session): void {
    const { principal } = session;
    let own = this.#byPrincipal.get(principal);
    if (own === undefined) this.#byPrincipal.set(principal, (own = new RecentMap()));
    own.set(key, session);
    this.#all.set(key, session);
  }

  delete(key: string): void {
    const session = this.#all.peek(key);
    if (session === undefined) return;
    this.#all.delete(key);
    const own = this.#byPrincipal.get(session.principal);
    own?.delete(key);
    if (own?.size === 0) this.#byPrincipal.delete(session.principal);
  }

  /** Idle longest first. */
  *[Symbol.iterator](): Generator<Session> {
    for (const [, session] of this.#all) yield session;
  }
}
