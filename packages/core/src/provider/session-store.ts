import type { Token } from '../contract/token.js';

/** One session, of one principal. */
export interface Session {
  readonly map: SessionMap;
  readonly sessionId: string | undefined;
  principal: string | undefined;
  /** False for the session of a single call, and for one that was forgotten. */
  kept: boolean;
  /** Number of running calls that use it. */
  pins: number;
  lastUsedAt: number;
  /** Counts uses over all sessions: the smallest was used least recently. */
  lastUse: number;
}

/** The sessions with one id: the owner's, and those of others who use the same id. */
interface SessionsOfId {
  /** The first principal that used the id. */
  owner: string | undefined;
  readonly byPrincipal: Map<string | undefined, Session>;
}

/** A session in a snapshot of the order of use. */
interface Ranked {
  readonly session: Session;
  readonly lastUse: number;
}

/**
 * Keeps sessions by id and principal. A use writes two stamps and moves nothing: what has expired is looked for when the
 * oldest stamp says that there may be something, and the order of use is worked out when somebody has to leave.
 */
export class SessionStore {
  readonly #byId = new Map<string, SessionsOfId>();
  readonly #counts = new Map<string | undefined, number>();
  #size = 0;
  #uses = 0;
  /** No idle session was used before this. */
  #oldestUseAt = Number.POSITIVE_INFINITY;
  /** Idle sessions as they were, used least recently last: of all principals, and of each. */
  #ranking: Ranked[] = [];
  readonly #rankings = new Map<string | undefined, Ranked[]>();

  get size(): number {
    return this.#size;
  }

  /** Finds a session; without a principal, the owner's. */
  find(sessionId: string, principal: string | undefined): Session | undefined {
    const sessions = this.#byId.get(sessionId);
    return sessions?.byPrincipal.get(principal ?? sessions.owner);
  }

  /** Lists the sessions with an id, of all principals. */
  withId(sessionId: string): readonly Session[] {
    return [...(this.#byId.get(sessionId)?.byPrincipal.values() ?? [])];
  }

  add(sessionId: string, session: Session): void {
    const { principal } = session;
    let sessions = this.#byId.get(sessionId);
    if (sessions === undefined) this.#byId.set(sessionId, (sessions = { owner: undefined, byPrincipal: new Map() }));
    sessions.owner ??= principal;
    sessions.byPrincipal.set(principal, session);
    session.kept = true;
    this.#size += 1;
    this.#count(principal, 1);
  }

  /** Gives a session that nobody owns to the first principal that uses it. */
  own(sessionId: string, principal: string): void {
    const sessions = this.#byId.get(sessionId);
    if (sessions === undefined || sessions.owner !== undefined) return;
    sessions.owner = principal;
    const prepared = sessions.byPrincipal.get(undefined);
    if (prepared === undefined) return;
    sessions.byPrincipal.delete(undefined);
    sessions.byPrincipal.set(principal, prepared);
    prepared.principal = principal;
    this.#count(undefined, -1);
    this.#count(principal, 1);
  }

  /** Notes a use. */
  touch(session: Session, now: number): void {
    session.lastUsedAt = now;
    session.lastUse = this.#uses += 1;
    if (now < this.#oldestUseAt) this.#oldestUseAt = now;
  }

  delete(session: Session): void {
    const { sessionId, principal } = session;
    if (!session.kept || sessionId === undefined) return;
    session.kept = false;
    const sessions = this.#byId.get(sessionId);
    if (sessions === undefined) return;
    sessions.byPrincipal.delete(principal);
    if (sessions.owner === principal) sessions.owner = undefined;
    if (sessions.byPrincipal.size === 0) this.#byId.delete(sessionId);
    this.#size -= 1;
    this.#count(principal, -1);
  }

  /** Lists idle sessions that were last used before a moment. */
  usedBefore(moment: number): readonly Session[] {
    // The common case: none can be as old.
    if (this.#oldestUseAt >= moment) return none;
    const old: Session[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    for (const session of this.#all()) {
      if (session.pins > 0) continue;
      if (session.lastUsedAt < moment) old.push(session);
      else if (session.lastUsedAt < oldest) oldest = session.lastUsedAt;
    }
    this.#oldestUseAt = oldest;
    return old;
  }

  /** Finds the idle session used least recently: of a principal that has its share, else of those who have more than that. */
  leastRecentlyUsed(principal: string | undefined): Session | undefined {
    const share = this.#size / this.#counts.size;
    const has = (other: string | undefined) => this.#counts.get(other) ?? 0;
    // The common case: whoever has many makes room for their own.
    const own = has(principal) >= share ? this.#last(() => this.#rankings.get(principal)) : undefined;
    if (own !== undefined) return own;
    const isAbove = (ranked: Ranked) => isCurrent(ranked) && has(ranked.session.principal) > share;
    if (this.#size > this.#counts.size && !this.#ranking.some(isAbove)) this.#rank();
    return this.#ranking.findLast(isAbove)?.session ?? this.#last(() => this.#ranking);
  }

  /** Takes the last of a ranking that was not used since. An older ranking still holds: whoever was used since is younger. */
  #last(rankingOf: () => Ranked[] | undefined): Session | undefined {
    const take = () => {
      const ranking = rankingOf() ?? [];
      while (ranking.length > 0) {
        const ranked = ranking.pop();
        if (ranked !== undefined && isCurrent(ranked)) return ranked.session;
      }
      return undefined;
    };
    const known = take();
    if (known !== undefined) return known;
    this.#rank();
    return take();
  }

  #rank(): void {
    this.#ranking = [];
    this.#rankings.clear();
    for (const session of this.#all())
      if (session.pins === 0) this.#ranking.push({ session, lastUse: session.lastUse });
    this.#ranking.sort((a, b) => b.lastUse - a.lastUse);
    for (const ranked of this.#ranking) {
      const { principal } = ranked.session;
      const own = this.#rankings.get(principal);
      if (own === undefined) this.#rankings.set(principal, [ranked]);
      else own.push(ranked);
    }
  }

  *#all(): Generator<Session> {
    for (const { byPrincipal } of this.#byId.values()) yield* byPrincipal.values();
  }

  #count(principal: string | undefined, by: 1 | -1): void {
    const count = (this.#counts.get(principal) ?? 0) + by;
    if (count === 0) this.#counts.delete(principal);
    else this.#counts.set(principal, count);
  }
}

const none: readonly Session[] = Object.freeze([]);

function isCurrent({ session, lastUse }: Ranked): boolean {
  return session.kept && session.pins === 0 && session.lastUse === lastUse;
}

type Make = () => unknown;

/** The providers of one session: those bound to it, and those made for it when somebody first asks. */
export class SessionMap extends Map<Token, unknown> {
  readonly #makers = new Map<Token, Make>();

  /** Makes it on first use: once, also under concurrent use; one that failed is tried again on the next. */
  provide(token: Token, make: Make): void {
    this.#makers.set(token, make);
  }

  override has(token: Token): boolean {
    return super.has(token) || this.#makers.has(token);
  }

  override get(token: Token): unknown {
    const make = super.has(token) ? undefined : this.#makers.get(token);
    return make === undefined ? super.get(token) : this.#make(token, make);
  }

  #make(token: Token, make: Make): unknown {
    const made = make();
    this.set(token, made);
    if (made instanceof Promise) {
      made.catch(() => {
        if (super.get(token) === made) super.delete(token);
      });
    }
    return made;
  }
}
