import type { Dialect } from './dialect.js';

/** What a document says about a message. */
export interface DialectSigns {
  /** The flags of a catalog: `c-format, no-wrap`. */
  readonly flags: string | undefined;
  /** The name of the document. */
  readonly document: string;
}

/** What the flags of gettext stand for, without `-format`. */
const flagged: Readonly<Record<string, Dialect>> = {
  c: 'c',
  objc: 'apple',
  'gcc-internal': 'c',
  awk: 'c',
  boost: 'c',
  lua: 'c',
  perl: 'c',
  php: 'c',
  javascript: 'python',
  python: 'python',
  'python-brace': 'python-brace',
  'perl-brace': 'brace',
  'c++': 'python-brace',
  rust: 'python-brace',
  csharp: 'brace',
  java: 'java',
  'java-printf': 'android',
  ruby: 'ruby',
  qt: 'qt',
  'qt-plural': 'qt',
  kde: 'qt',
  'kde-kuit': 'qt',
};

/** Documents whose kind leaves no choice. */
const named: readonly (readonly [RegExp, Dialect])[] = [
  [/\.arb$/i, 'icu'],
  [/\.(?:strings|stringsdict|xcstrings)$/i, 'apple'],
  [/(?:^|[\\/])res[\\/]values[^\\/]*[\\/][^\\/]+\.xml$/i, 'android'],
];

const known = new Map<string, Dialect | undefined>();
const maxKnown = 1000;

/** The dialect that a message is written in: as its flags say, then its document; else it is guessed. */
export function dialectOf({ flags, document }: DialectSigns): Dialect {
  return (flags === undefined ? undefined : flagOf(flags)) ?? nameOf(document) ?? 'guessed';
}

function flagOf(flags: string): Dialect | undefined {
  if (known.has(flags)) return known.get(flags);
  const dialect = readFlags(flags);
  if (known.size < maxKnown) known.set(flags, dialect);
  return dialect;
}

function readFlags(flags: string): Dialect | undefined {
  const names = flags.split(',').flatMap((flag) => /^\s*(?:possible-)?(.+)-format\s*$/.exec(flag)?.[1] ?? []);
  const promised = names.find((name) => flagged[name] !== undefined);
  if (promised !== undefined) return flagged[promised];
  const denied = names.find((name) => name.startsWith('no-'));
  if (denied === undefined) return undefined;
  return denied.includes('brace') || denied === 'no-java' ? 'no-brace' : 'no-printf';
}

function nameOf(document: string): Dialect | undefined {
  return named.find(([pattern]) => pattern.test(document))?.[1];
}
