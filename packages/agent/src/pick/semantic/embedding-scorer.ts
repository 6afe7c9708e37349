import { agentErrors } from '../../agent-errors.js';
import { findIdentifiers, splitParts } from '../keyword/terms.js';
import { toToolTexts } from '../keyword/tool-texts.js';
import type { CatalogScorer, ScoreRequest } from '../scorer.js';
import type { ToolCard } from '../tool-card.js';

/** Converts texts to vectors of one length, in their order: a local model, or a service. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly ArrayLike<number>[]>;

export interface EmbeddingScorerOptions {
  readonly embed: Embed;
  /** Name that `debug` shows. Default: "embedding". */
  readonly name?: string;
  /** Texts per request. Default: 64. */
  readonly batchSize?: number;
}

/**
 * Creates a scorer by meaning: the cosine between question and tool. Vectors of tools are cached by the tools' texts.
 */
export function embeddingScorer({ embed, name = 'embedding', batchSize = 64 }: EmbeddingScorerOptions): CatalogScorer {
  const vectors = new Map<string, Float32Array>();
  return {
    name,
    scoreAll: async (request) => {
      const { question, candidates, signal } = request;
      await embedMissing(request, vectors, (texts) => embedAll(embed, texts, batchSize, signal));
      const embedded = await embedAll(
        embed,
        question.parts.map(({ text }) => text),
        batchSize,
        signal,
      );
      const total = question.parts.reduce((sum, { weight }) => sum + weight, 0);
      return candidates.map((card) => {
        const vector = vectors.get(card.digest);
        if (vector === undefined) return new Error('It has no vector');
        const likeness = question.parts.map(({ weight }, at) => weight * cosine(embedded[at], vector));
        return Math.max(0, likeness.reduce((sum, part) => sum + part, 0) / total);
      });
    },
  };
}

async function embedMissing(
  { candidates }: ScoreRequest,
  vectors: Map<string, Float32Array>,
  embedTexts: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<void> {
  const missing = new Map(candidates.filter(({ digest }) => !vectors.has(digest)).map((card) => [card.digest, card]));
  if (missing.size === 0) return;
  const made = await embedTexts([...missing.values()].map(describe));
  for (const [at, digest] of [...missing.keys()].entries()) {
    const vector = made[at];
    if (vector !== undefined) vectors.set(digest, vector);
  }
}

async function embedAll(
  embed: Embed,
  texts: readonly string[],
  batchSize: number,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += batchSize) {
    signal.throwIfAborted();
    const batch = texts.slice(from, from + batchSize);
    const made = await embed(batch, signal);
    if (made.length !== batch.length) throw wrongCount(batch.length, made.length);
    for (const vector of made) vectors.push(toUnit(vector));
  }
  return vectors;
}

/** Describes a tool for a model: its name in words, its purpose, and its parameters. */
function describe(card: ToolCard): string {
  const { name, description, summary, parameterNames } = toToolTexts(card);
  const words = (texts: readonly string[]) => texts.flatMap(findIdentifiers).flatMap(splitParts).join(' ');
  const takes = parameterNames.length === 0 ? '' : `Takes ${words(parameterNames)}.`;
  return [`${words(name)}:`, ...description, ...summary, takes].filter((text) => text !== '').join(' ');
}

function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector);
  const length = Math.hypot(...unit);
  return length === 0 ? unit : unit.map((value) => value / length);
}

/** Returns the cosine of two unit vectors. */
function cosine(a: Float32Array | undefined, b: Float32Array): number {
  if (a === undefined || a.length !== b.length) return Number.NaN;
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

function wrongCount(embedded: number, got: number): Error {
  const problem = `\`embed\` gave ${got} vectors for ${embedded} texts`;
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'score tools by meaning', problem });
}
