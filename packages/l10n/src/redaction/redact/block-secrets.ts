import { textRun, unitText, type RedactionSecret, type Runs, type VaultSecret } from '@helve/flow';
import type { PlaceholderTemplate } from './placeholder-template.js';
import { toOriginal, toSecret, type StoredSecret } from '../stored-secret.js';
import { readTokenId } from '../token.js';

/** A secret on its way to the vault. */
export interface FoundSecret {
  readonly token: string;
  readonly category: string;
  readonly text: string;
  readonly pieces?: readonly Runs[];
  readonly parts: number;
}

type Tokens = RedactionSecret['tokens'];

/** The secrets of one block: equal ones are one, and those of a category are numbered in order. */
export class BlockSecrets {
  readonly #tokenOf: (category: string, original: string) => string;
  readonly #known: Tokens;
  readonly #visible: ReadonlyMap<string, string>;
  readonly #byToken = new Map<string, FoundSecret>();
  readonly #numbers = new Map<string, Map<string, number>>();

  /** `known` are the existing tokens of the block, `visible` their visible texts. */
  constructor(
    tokenOf: (category: string, original: string) => string,
    known: Tokens,
    visible: ReadonlyMap<string, string>,
  ) {
    this.#tokenOf = tokenOf;
    this.#known = known;
    this.#visible = visible;
  }

  get size(): number {
    return this.#byToken.size;
  }

  /** Adds a secret that consists of these fragments. */
  add(category: string, pieces: readonly Runs[]): FoundSecret {
    const text = pieces.map(unitText).join('');
    const plain = pieces.length === 1 && (pieces[0] ?? []).every(({ kind }) => kind === 'text');
    const storedPieces = plain ? undefined : pieces;
    const token = this.#tokenOf(category, toOriginal(text, storedPieces));
    const known = this.#byToken.get(token);
    if (known !== undefined) return known;
    const secret: FoundSecret =
      storedPieces === undefined
        ? { token, category, text, parts: pieces.length }
        : { token, category, text, parts: pieces.length, pieces: storedPieces };
    this.#byToken.set(token, secret);
    const numbers = this.#numbers.get(category) ?? new Map<string, number>();
    if (!numbers.has(text)) numbers.set(text, this.#knownOf(category) + numbers.size + 1);
    this.#numbers.set(category, numbers);
    return secret;
  }

  /** Returns the visible text of a secret. All secrets of the block must be known by now. */
  visibleOf({ token, category, text }: FoundSecret, placeholder: PlaceholderTemplate): string {
    const before = this.#visible.get(token);
    if (before !== undefined) return before;
    const numbers = this.#numbers.get(category);
    const several = this.#knownOf(category) + (numbers?.size ?? 0) > 1;
    return placeholder.visible(category, placeholder.numbered || several ? (numbers?.get(text) ?? 1) : undefined);
  }

  /** Converts the secrets for the vault, with facts about the remaining content. */
  toSecrets(
    placeholder: PlaceholderTemplate,
    left: Pick<StoredSecret, 'targets' | 'given'> = {},
  ): readonly VaultSecret[] {
    return Array.from(this.#byToken.values(), (secret) => {
      const { token, category, text, pieces } = secret;
      const stored = pieces === undefined ? left : { pieces, ...left };
      return toSecret({ token, category, text, visible: this.visibleOf(secret, placeholder), ...stored });
    });
  }

  /** Returns the tokens that the block itself records. */
  toTokens(): Tokens {
    const ids = new Set(this.#known.map(({ id }) => id));
    const fresh = [...this.#byToken.values()].flatMap(({ token, category, parts }) => {
      if (parts === 1) return [{ id: token, category }];
      return Array.from({ length: parts }, (_, index) => ({
        id: `${token}-${index + 1}`,
        category,
        part: `${index + 1}/${parts}`,
      }));
    });
    return [...this.#known, ...fresh.filter(({ id }) => !ids.has(id))];
  }

  #knownOf(category: string): number {
    const own = this.#known.filter((each) => each.category === category);
    return new Set(own.map(({ id }) => readTokenId(id)?.token ?? id)).size;
  }
}

/** Converts a text to runs. */
export function textRuns(text: string): Runs {
  return [textRun(text)];
}
