import { isDateFormat } from './date-format.js';
import type { Dialect } from './dialect.js';
import { hasTypedArguments } from './has-message-forms.js';

/** Hints of a document about the dialect of a message. */
export interface DialectSigns {
  /** The flags of a catalog: `c-format, no-wrap`. */
  readonly flags: string | undefined;
  /** The name of the document. */
  readonly document: string;
  /** The source, which may show that it is no format of values. */
  readonly text?: string;
}

/** Dialects by gettext flag, without `-format`. */
const flagged: Readonly<Record<string, Dialect>> = {
  c: 'c',
  objc: 'apple',
  'gcc-internal': 'c',
  awk: 'c',
  boost: 'boost',
  lua: 'c',
  perl: 'c',
  php: 'c',
  elisp: 'c',
  librep: 'c',
  tcl: 'c',
  'object-pascal': 'pascal',
  sh: 'shell',
  ycp: 'qt',
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

/** Documents whose name determines the dialect. */
const namedFiles: readonly (readonly [RegExp, Dialect])[] = [
  [/\.arb$/i, 'icu'],
  [/\.(?:strings|stringsdict|xcstrings)$/i, 'apple'],
  [/\.pot?$/i, 'unflagged'],
  [/(?:^|[\\/])res[\\/]values[^\\/]*[\\/][^\\/]+\.xml$/i, 'android'],
];

const known = new Map<string, Dialect | undefined>();
const maxKnown = 1000;

/** Determines the dialect of a message: from its flags, then from its document; otherwise it is guessed. */
export function detectDialect({ flags, document, text = '' }: DialectSigns): Dialect {
  if (isDateFormat(text)) return 'no-printf';
  const named = (flags === undefined ? undefined : fromFlags(flags)) ?? fromDocumentName(document);
  return named ?? (hasTypedArguments(text) ? 'icu' : 'guessed');
}

function fromFlags(flags: string): Dialect | undefined {
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

function fromDocumentName(document: string): Dialect | undefined {
  return namedFiles.find(([pattern]) => pattern.test(document))?.[1];
}
