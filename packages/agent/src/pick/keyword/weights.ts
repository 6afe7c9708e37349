/** Which text of a tool a term was found in. */
export type Field = 'name' | 'tags' | 'description' | 'summary' | 'parameterNames' | 'parameterTexts';

/**
 * How much one occurrence in a field counts, and how far long fields are held back (`b`, 0 not at all, 1 in full).
 *
 * name            chosen to say what the tool does, so twice; short by nature, so little correction for length
 * tags            a person's own keywords: as good as the name, and more of them is not worse
 * description     the plain measure, a little above one since it is written for the reader who chooses
 * summary         the same content again in other words
 * parameterNames  what the tool needs; a question names its values' kinds, but so do many tools
 * parameterTexts  long, full of examples and formats: evidence, but the weakest
 *
 * Half or double of any one of them moves recall by two and a half points at most: nothing here is finely tuned.
 */
export const fieldWeights: { readonly [F in Field]: { readonly weight: number; readonly b: number } } = {
  name: { weight: 2, b: 0.3 },
  tags: { weight: 2, b: 0 },
  description: { weight: 1.25, b: 0.75 },
  summary: { weight: 1, b: 0.75 },
  parameterNames: { weight: 1, b: 0.75 },
  parameterTexts: { weight: 0.6, b: 0.75 },
};

/** How the terms of a question are weighed against each other; a plain word counts 1. */
export const questionWeights = {
  /** BM25's saturation: the usual value. */
  k1: 1.2,
  /** A capitalised word inside a sentence is mostly a value ("Boston"), and tools are not about values. */
  properNoun: 0.5,
  /** So is what stands in quotation marks. */
  quoted: 0.5,
  /** The same root with another ending ("predict", "prediction"): related, not the same. */
  relative: 0.5,
  /** A word that no tool has, taken for the beginning of one that some have, or for a misspelling. */
  prefix: 0.5,
  misspelt: 0.4,
  /** Two neighbouring words that are neighbours in a name or description too, as a share of the rarer word. */
  pair: 0.3,
  /** What the parameters for the values in the question are probably called: a guess, so below a half. */
  kind: 0.4,
  /** At most this share is lost by a tool that cannot run without numbers which the question does not have. */
  missingNumbers: 0.2,
  /** How much of a rarest word an unknown word adds to what a full score would need. */
  unknown: 0.15,
} as const;
