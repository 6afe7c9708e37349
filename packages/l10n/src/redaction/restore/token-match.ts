import type { Runs } from '@helve/flow';
import { codePointLength } from '@helve/flow/content';
import { escapeLiteral } from '../../pattern/compile-pattern.js';
import type { StoredSecret } from '../stored-secret.js';
import { isTokenRun, readTokenId } from '../token.js';

/** A token, or something that looks like one, in a unit. */
export interface TokenMatch {
  /** In coordinates of the unit. */
  readonly start: number;
  readonly end: number;
  /** Undefined for an unknown token. */
  readonly secret: StoredSecret | undefined;
  readonly part?: number;
  /** Visible text; never an original. */
  readonly shown: string;
}

/** Start of visible tokens, unless the template differs. */
const standardStart = '[REDACTED:';

/** The secrets of one block, by token and by visible text. */
export class KnownSecrets {
  readonly #byToken: ReadonlyMap<string, StoredSecret>;
  readonly #byVisible = new Map<string, StoredSecret | undefined>();
  #visible: RegExp | undefined;

  /** `named` are the tokens that the block records; without any, a visible text may be any of the secrets. */
  constructor(secrets: readonly StoredSecret[], named: ReadonlySet<string>) {
    this.#byToken = new Map(secrets.map((secret) => [secret.token, secret]));
    for (const secret of secrets) {
      if (named.size > 0 && !named.has(secret.token)) continue;
      this.#addVisible(secret);
    }
  }

  get size(): number {
    return this.#byToken.size;
  }

  byToken(token: string): StoredSecret | undefined {
    return this.#byToken.get(token);
  }

  /** Finds visible texts of secrets, the earliest and longest first; in UTF-16 indexes. */
  *placesIn(text: string): Generator<{ index: number; shown: string; secret: StoredSecret | undefined }> {
    if (!this.#mayShow(text)) return;
    this.#visible ??= compilePattern([...this.#byVisible.keys()]);
    for (const { 0: shown, index } of text.matchAll(this.#visible)) {
      yield { index, shown, secret: this.#byVisible.get(shown) };
    }
  }

  /** False for most texts, which need no pattern. */
  #mayShow(text: string): boolean {
    if (showsToken(text)) return true;
    for (const visible of this.#byVisible.keys()) if (text.includes(visible)) return true;
    return false;
  }

  /**
   * Registers a visible text; one that stands for two different originals stands for neither, and plain text is
   * preferred to runs.
   */
  #addVisible(secret: StoredSecret): void {
    const { visible, text, pieces } = secret;
    const other = this.#byVisible.get(visible);
    if (!this.#byVisible.has(visible)) this.#byVisible.set(visible, secret);
    else if (other?.text !== text) this.#byVisible.set(visible, undefined);
    else if (pieces === undefined) this.#byVisible.set(visible, secret);
  }
}

/** True when a text contains a visible token of the standard template. */
export function showsToken(text: string): boolean {
  return text.includes(standardStart);
}

/** Builds the pattern of visible texts; a text of the standard template that is not known was changed by someone. */
function compilePattern(visible: readonly string[]): RegExp {
  const longestFirst = visible.toSorted((one, other) => other.length - one.length).map(escapeLiteral);
  const strange = String.raw`${escapeLiteral(standardStart)}[^\[\]\n]{1,80}\]`;
  return new RegExp([...longestFirst, strange].join('|'), 'gv');
}

/** Finds every token in a unit, by id or by visible text, in order. */
export function findTokens(unit: Runs, known: KnownSecrets): readonly TokenMatch[] {
  const found: TokenMatch[] = [];
  const turns = new Map<string, number>();
  let at = 0;
  for (const run of unit) {
    if (run.kind === 'text') {
      let index = 0;
      for (const match of known.placesIn(run.text)) {
        at += codePointLength(run.text.slice(index, match.index));
        const end = at + codePointLength(match.shown);
        const part = partInTurn(match.secret, turns);
        found.push({
          start: at,
          end,
          secret: match.secret,
          shown: match.shown,
          ...(part === undefined ? {} : { part }),
        });
        at = end;
        index = match.index + match.shown.length;
      }
      at += codePointLength(run.text.slice(index));
      continue;
    }
    const name = isTokenRun(run) ? readTokenId(run.id) : undefined;
    if (isTokenRun(run)) {
      const secret = name && known.byToken(name.token);
      found.push({
        start: at,
        end: at + 1,
        secret,
        shown: run.id,
        ...(name?.part === undefined ? {} : { part: name.part }),
      });
    }
    at += 1;
  }
  return found;
}

/** Numbers fragments with the same visible text: the first is the first, and so on. */
function partInTurn(secret: StoredSecret | undefined, turns: Map<string, number>): number | undefined {
  const parts = secret?.pieces?.length ?? 1;
  if (secret === undefined || parts === 1) return undefined;
  const turn = turns.get(secret.token) ?? 0;
  turns.set(secret.token, turn + 1);
  return (turn % parts) + 1;
}
