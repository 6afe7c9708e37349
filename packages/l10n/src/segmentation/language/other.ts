import { words, type Language } from './language.js';

const none = { titles: [], beforeNumber: [], mayEnd: [], starters: [] } as const;

/** A closing bracket after which the sentence continues: `「…。」と言った`. */
const quoteGoesOn = {
  before: String.raw`[。！？!?][」』）〉》】]`,
  after: String.raw`(?:と|って|とか|という|、|，|が|は|を|の|に|も)`,
  break: false,
} as const;

export const ja: Language = { ...none, unspaced: true, rules: [quoteGoesOn] };

export const zh: Language = {
  ...none,
  unspaced: true,
  rules: [{ before: String.raw`[。！？!?][」』”’）》]`, after: String.raw`[，、；的]`, break: false }],
};

export const hy: Language = {
  ...none,
  rules: [
    // The full stop of Armenian looks like a colon; its period is a weaker pause.
    { before: String.raw`[:։]`, after: String.raw`\s`, break: true },
    { before: String.raw`\.`, after: '', break: false },
  ],
};

export const el: Language = {
  titles: words('κ κα κος κκ δρ καθ αγ βλ λ.χ π.χ δηλ μ.χ αρ'),
  beforeNumber: words('σ σελ αρ τ τομ κεφ εικ τηλ'),
  mayEnd: words('κλπ κ.λπ κ.ά κ.α α.ε ε.π.ε'),
  starters: words(
    'ο η το οι τα ένας μια αυτός αυτή αυτό εγώ εσύ εμείς ποιος τι πού πότε πώς γιατί και αλλά ή αν όταν στο στη με για από',
  ),
  rules: [{ before: String.raw`(?:;|\u037E)`, after: String.raw`\s`, break: true }],
};

export const ar: Language = {
  ...none,
  titles: words('د أ م ص ق هـ'),
  rules: [
    // Direction marks may surround the period of an abbreviation.
    {
      before: String.raw`(?<![\p{L}\p{N}])\p{L}[\u202A-\u202E]?\.[\u202A-\u202E]?`,
      after: String.raw`\s`,
      break: false,
    },
    { before: String.raw`[؟!]`, after: String.raw`\s`, break: true },
    { before: String.raw`\p{L}:`, after: String.raw`\s`, break: true },
  ],
};

export const fa: Language = { ...none, rules: [{ before: String.raw`[؟!]`, after: String.raw`\s`, break: true }] };

export const ur: Language = { ...none, rules: [{ before: String.raw`[۔؟!]`, after: String.raw`\s`, break: true }] };
