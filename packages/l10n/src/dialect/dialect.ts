/** Facts about one notation of placeholders. */
export interface DialectFacts {
  /** Syntaxes of its placeholders; most specific first. */
  readonly syntaxes: readonly Syntax[];
  /** Values may be referred to by position, as in `%2$s`. */
  readonly hasPlaces: boolean;
  /** The size before a type, as in `%ld`, is part of the type. */
  readonly hasSizes: boolean;
  /** `%s` takes a value of any type. */
  readonly isLoose: boolean;
}

/** Shape of a placeholder. */
export type Syntax =
  | 'mustache'
  | 'nesting'
  | 'template'
  | 'ruby'
  | 'rubyFormat'
  | 'boost'
  | 'pascal'
  | 'shell'
  | 'python'
  | 'printf'
  | 'plainPrintf'
  | 'qt'
  | 'brace'
  | 'escapedBrace'
  | 'tag';

const printf = { syntaxes: ['plainPrintf', 'tag'], hasPlaces: true, hasSizes: true, isLoose: false } as const;
const named = { hasPlaces: true, hasSizes: false, isLoose: true } as const;

/** Only what is unlikely to be anything else. */
const likely = {
  syntaxes: ['mustache', 'template', 'ruby', 'rubyFormat', 'python', 'printf', 'brace', 'tag'],
  hasPlaces: false,
  hasSizes: true,
  isLoose: false,
} as const;

/** The known notations of placeholders. */
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
  ruby: { ...named, syntaxes: ['ruby', 'rubyFormat', 'python', 'printf', 'tag'] },
  boost: { ...printf, syntaxes: ['boost', 'plainPrintf', 'tag'] },
  pascal: { ...printf, syntaxes: ['pascal', 'plainPrintf', 'tag'], hasSizes: false },
  shell: { ...named, syntaxes: ['shell', 'tag'] },
  qt: { ...named, syntaxes: ['qt', 'tag'] },
  /** Unknown dialect. */
  guessed: likely,
  /** A message of a catalog without a flag: most programs flag those with placeholders. */
  unflagged: likely,
  /** Only braces and tags: percent signs are declared not to be placeholders. */
  'no-printf': { ...named, syntaxes: ['mustache', 'template', 'ruby', 'brace', 'tag'] },
  /** Only percent signs and tags: braces are declared not to be placeholders. */
  'no-brace': { ...printf, syntaxes: ['python', 'printf', 'tag'] },
} as const satisfies Readonly<Record<string, DialectFacts>>);

export type Dialect = keyof typeof dialects;

/** True when a message or its document declares the dialect. */
export function isDeclared(dialect: Dialect): boolean {
  return dialect !== 'guessed' && dialect !== 'unflagged' && dialect !== 'no-printf' && dialect !== 'no-brace';
}
