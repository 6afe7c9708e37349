import { textRun, unitText, type RedactionSecret, type Runs, type Secret } from '@helve/flow';
import type { PlaceholderTemplate } from './placeholder-template.js';
import { originalOf, toSecret, type StoredSecret } from '../stored-secret.js';
import { readTokenId } from '../token.js';

/** An original that is on its way to the vault. */
export interface FoundSecret {
  readonly token: string;
  readonly category: string;
  readonly text: string;
  readonly pieces?: readonly Runs[];
  readonly parts: number;
}

type Tokens = RedactionSecret['tokens'];

/** The secrets of one block: equal ones are one, and those of a category are numbered as they come. */
export class BlockSecrets {
  readonly #tokenOf: (category: string, original: string) => string;
  readonly #known: Tokens;
  readonly #visible: ReadonlyMap<string, string>;
  readonly #byToken = new Map<string, FoundSecret>();
  readonly #numbers = new Map<string, Map<string, number>>();

  /** `known` are the tokens that the block has already, `visible` what stands for them. */
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

  /** Notes a secret that leaves in these pieces. */
  add(category: string, pieces: readonly Runs[]): FoundSecret {
    const text = pieces.map(unitText).join('');
    const plain = pieces.length === 1 && (pieces[0] ?? []).every(({ kind }) => kind === 'text');
    const kept = plain ? undefined : pieces;
    const token = this.#tokenOf(category, originalOf(text, kept));
    const known = this.#byToken.get(token);
    if (known !== undefined) return known;
    const secret: FoundSecret =
      kept === undefined
        ? { token, category, text, parts: pieces.length }
        : { token, category, text, parts: pieces.length, pieces: kept };
    this.#byToken.set(token, secret);
    const numbers = this.#numbers.get(category) ?? new Map<string, number>();
    if (!numbers.has(text)) numbers.set(text, this.#knownOf(category) + numbers.size + 1);
    this.#numbers.set(category, numbers);
    return secret;
  }

  /** What stands for a secret where it was. All secrets of the block must be known by now. */
  visibleOf({ token, category, text }: FoundSecret, placeholder: PlaceholderTemplate): string {
    const before = this.#visible.get(token);
    if (before !== undefined) return before;
    const numbers = this.#numbers.get(category);
    const several = this.#knownOf(category) + (numbers?.size ?? 0) > 1;
    return placeholder.visible(category, placeholder.numbered || several ? (numbers?.get(text) ?? 1) : undefined);
  }

  /** For the vault, with what it shall know of the content that they leave. */
  toSecrets(placeholder: PlaceholderTemplate, left: Pick<StoredSecret, 'targets' | 'given'> = {}): readonly Secret[] {
    return Array.from(this.#byToken.values(), (secret) => {
      const { token, category, text, pieces } = secret;
      const kept = pieces === undefined ? left : { pieces, ...left };
      return toSecret({ token, category, text, visible: this.visibleOf(secret, placeholder), ...kept });
    });
  }

  /** What the block itself says of its secrets. */
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

/** A text as the runs it would be as content. */
export function textRuns(text: string): Runs {
  return [textRun(text)];
}
