/** How one way of writing placeholders reads them. */
export interface DialectFacts {
  /** The syntaxes that are placeholders in it; most specific first. */
  readonly syntaxes: readonly Syntax[];
  /** A value may be named by its place, as in `%2$s`. */
  readonly hasPlaces: boolean;
  /** The size before a type, as in `%ld`, is part of it. */
  readonly hasSizes: boolean;
  /** `%s` takes a value of any type. */
  readonly isLoose: boolean;
}

/** A shape that a placeholder can have. */
export type Syntax =
  | 'mustache'
  | 'nesting'
  | 'template'
  | 'ruby'
  | 'python'
  | 'printf'
  | 'plainPrintf'
  | 'qt'
  | 'brace'
  | 'escapedBrace'
  | 'tag';

const printf = { syntaxes: ['plainPrintf', 'tag'], hasPlaces: true, hasSizes: true, isLoose: false } as const;
const named = { hasPlaces: true, hasSizes: false, isLoose: true } as const;

/** The known ways of writing placeholders. */
export const dialects = Object.freeze({
  c: printf,
  apple: printf,
  android: { ...printf, hasSizes: false, isLoose: true },
  python: { syntaxes: ['python', 'plainPrintf', 'tag'], hasPlaces: false, hasSizes: false, isLoose: true },
  'python-brace': { ...named, syntaxes: ['escapedBrace', 'brace', 'tag'] },
  java: { ...named, syntaxes: ['brace', 'tag'] },
  icu: { ...named, syntaxes: ['brace', 'tag'] },
  i18next: { ...named, syntaxes: ['mustache', 'nesting', 'tag'] },
  brace: { ...named, syntaxes: ['mustache', 'template', 'brace', 'tag'] },
  ruby: { ...named, syntaxes: ['ruby', 'python', 'printf', 'tag'] },
  qt: { ...named, syntaxes: ['qt', 'tag'] },
  /** What nobody has told: everything that can hardly be anything else. */
  guessed: {
    syntaxes: ['mustache', 'template', 'ruby', 'python', 'printf', 'brace', 'tag'],
    hasPlaces: false,
    hasSizes: true,
    isLoose: false,
  },
  /** Nothing but braces and tags: somebody said that percent signs are none. */
  'no-printf': { ...named, syntaxes: ['mustache', 'template', 'ruby', 'brace', 'tag'] },
  /** Nothing but percent signs and tags: somebody said that braces are none. */
  'no-brace': { ...printf, syntaxes: ['python', 'printf', 'tag'] },
} as const satisfies Readonly<Record<string, DialectFacts>>);

export type Dialect = keyof typeof dialects;
