/** The text of a tool in which a term was found. */
export type Field = 'name' | 'tags' | 'description' | 'summary' | 'parameterNames' | 'parameterTexts';

/** The weight of one occurrence in a field, and the correction for long fields: 0 none, 1 full. */
export interface FieldWeight {
  readonly weight: number;
  readonly b: number;
}

/**
 * The weights of each field:
 *
 * name            chosen to say what the tool does, so twice; short by nature, so little correction for length
 * tags            a person's own keywords: as good as the name, and more of them is not worse
 * description     the plain measure, a little above one since it is written for the reader who chooses
 * summary         equal content in other words
 * parameterNames  inputs of the tool; a question names the kinds of its values, but so do many tools
 * parameterTexts  long, full of examples and formats: evidence, but the weakest
 *
 * Half or double of any one of them moves recall by two and a half points at most: nothing here is finely tuned.
 */
export const fieldWeights: { readonly [F in Field]: FieldWeight } = {
  name: { weight: 2, b: 0.3 },
  tags: { weight: 2, b: 0 },
  description: { weight: 1.25, b: 0.75 },
  summary: { weight: 1, b: 0.75 },
  parameterNames: { weight: 1, b: 0.75 },
  parameterTexts: { weight: 0.6, b: 0.75 },
};

/** All fields as one text, as in the textbook. */
export const flatWeights: FieldWeight = { weight: 1, b: 0.75 };

/** Weights of the terms of a question relative to a plain word, which counts 1. */
export const questionWeights = {
  /** BM25's saturation: the usual value. */
  k1: 1.2,
  /** A capitalised word inside a sentence is mostly a value ("Boston"), and tools are not about values. */
  properNoun: 0.5,
  /** Words in quotation marks are mostly values, too. */
  quoted: 0.5,
  /** A common root with another ending ("predict", "prediction"): related, not equal. */
  relative: 0.5,
  /** A word that no tool has, taken for the beginning of one that some have, or for a misspelling. */
  prefix: 0.5,
  misspelt: 0.6,
  /** Two neighbouring words that are neighbours in a name or description too, as a share of the rarer word. */
  pair: 0.3,
  /** Probable names of the parameters for the values in the question: a guess, so below a half. */
  kind: 0.4,
  /** Maximum share lost by a tool that needs numbers which the question does not have. */
  missingNumbers: 0.2,
  /** Points of the plain method, all fields as one text and no stand-ins for words, beside those of fields: it errs elsewhere. */
  flat: 0.4,
  /** The ranks for the whole question, beside 1 for those of each of its parts. */
  wholeQuestion: 1.5,
  /** The share of a rarest word that an unknown word adds to the points of a full score. */
  unknown: 0.15,
} as const;
