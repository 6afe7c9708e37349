/** A kind of syntax, for inputs that are hostile to one. */
export type Syntax = 'json' | 'xml' | 'zip' | 'text';

/** A file that is meant to hurt a reader, made from a sound one. */
export interface HostileInput {
  readonly name: string;
  /** Syntaxes that it is for; absent stands for all but zip, whose files have tests of their own. */
  readonly syntax?: readonly Syntax[];
  /** Makes the files. */
  make(sound: Buffer, syntax: Syntax): Iterable<Buffer>;
}

const megabyte = 1024 * 1024;
/** Name of the input that refers to files and addresses. */
export const externalEntities = 'entities from elsewhere';
const textSyntaxes: readonly Syntax[] = ['json', 'xml', 'text'];

/** Files that no reader may choke on: each is read correctly or refused by name, in little time and memory. */
const hostileInputs: readonly HostileInput[] = [
  { name: 'a cut at every 97th byte', syntax: ['json', 'xml', 'text', 'zip'], make: cuts },
  { name: 'one bit flipped at 500 places', syntax: ['json', 'xml', 'text', 'zip'], make: flips },
  { name: 'a megabyte on one line', make: (sound, syntax) => [withText(sound, syntax, 'word '.repeat(megabyte / 5))] },
  { name: 'a megabyte of each delimiter', make: delimiters },
  { name: 'delimiters by the megabyte in a value', make: delimitersInside },
  { name: 'markup by the megabyte in a value', syntax: ['xml'], make: markupInside },
  { name: 'ten thousand levels', make: levels },
  { name: 'a hundred thousand entries alike', make: (sound, syntax) => [repeated(sound, syntax)] },
  { name: 'a NUL', make: (sound, syntax) => [withText(sound, syntax, 'a\0b')] },
  { name: 'half a character', make: halves },
  { name: 'bytes of another encoding', make: foreignBytes },
  { name: 'entities that grow by powers', syntax: ['xml'], make: (sound) => [withEntities(sound, laughs(), '&l9;')] },
  {
    name: 'one long entity many times',
    syntax: ['xml'],
    make: (sound) => [withEntities(sound, blowup, '&b;'.repeat(20_000))],
  },
  {
    name: 'an entity in itself',
    syntax: ['xml'],
    make: (sound) => [withEntities(sound, '<!ENTITY a "&b;"><!ENTITY b "&a;">', '&a;')],
  },
  { name: externalEntities, syntax: ['xml'], make: externals },
  {
    name: 'a megabyte in an attribute',
    syntax: ['xml'],
    make: (sound) => [withAttributes(sound, ` x-long="${'v'.repeat(megabyte)}"`)],
  },
  {
    name: 'a hundred thousand attributes',
    syntax: ['xml'],
    make: (sound) => [withAttributes(sound, manyAttributes())],
  },
];

/** Tells the syntax of a file by its first character. */
export function syntaxOf(sound: Buffer): Syntax {
  if (sound.subarray(0, 2).toString('latin1') === 'PK') return 'zip';
  const [first = ''] = sound
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart();
  return first === '<' ? 'xml' : first === '{' || first === '[' ? 'json' : 'text';
}

/** The hostile inputs for a syntax. */
export function hostileInputsFor(syntax: Syntax): readonly HostileInput[] {
  return hostileInputs.filter((input) => (input.syntax ?? textSyntaxes).includes(syntax));
}

function* cuts(sound: Buffer): Generator<Buffer> {
  for (let at = 0; at < sound.length; at += 97) yield sound.subarray(0, at);
}

function* flips(sound: Buffer): Generator<Buffer> {
  const step = Math.max(1, Math.floor((sound.length * 8) / 500));
  for (let bit = 0; bit < sound.length * 8; bit += step) {
    const flipped = Buffer.from(sound);
    const at = bit >> 3;
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (bit & 7));
    yield flipped;
  }
}

const marks = [
  '{',
  '[',
  '"',
  "'",
  '<',
  '>',
  '&',
  '(',
  '\\',
  '=',
  ':',
  ';',
  '#',
  '\n',
  '\r',
  '\t',
  '%',
  '|',
  '*',
  '`',
  '~',
];

function* delimiters(): Generator<Buffer> {
  for (const mark of marks) yield Buffer.from(mark.repeat(megabyte));
}

function* delimitersInside(sound: Buffer, syntax: Syntax): Generator<Buffer> {
  for (const mark of ['{', '[', '<', '&', '\\', '%', '`', '*']) yield withText(sound, syntax, mark.repeat(megabyte));
}

function* markupInside(sound: Buffer): Generator<Buffer> {
  for (const mark of ['<!---->', '&#65;', ']]>', '<![CDATA[x]]>', '"', "\\'", ' ']) {
    yield withText(sound, 'xml', mark.repeat(megabyte / mark.length));
  }
  yield withText(sound, 'xml', '<b>x</b>'.repeat(20_000));
}

function* levels(sound: Buffer, syntax: Syntax): Generator<Buffer> {
  const deep = 10_000;
  if (syntax === 'json') {
    yield Buffer.from('{"a":'.repeat(deep) + '"x"' + '}'.repeat(deep));
    yield Buffer.from('['.repeat(deep) + ']'.repeat(deep));
  }
  if (syntax === 'xml') yield withText(sound, syntax, `${'<b>'.repeat(deep)}x${'</b>'.repeat(deep)}`);
  if (syntax === 'text') yield Buffer.from(Array.from({ length: 2000 }, (_, at) => `${' '.repeat(at)}k:`).join('\n'));
  yield withText(sound, syntax, '{a, plural, other {'.repeat(deep));
}

/** Repeats the entries of a file until there are very many. */
function repeated(sound: Buffer, syntax: Syntax): Buffer {
  const text = sound.toString('utf8');
  if (syntax === 'json') return Buffer.from(`{${'"key":"value",'.repeat(100_000)}"key":"value"}`);
  if (syntax === 'text') return Buffer.from(text.repeat(Math.max(1, Math.floor(megabyte / Math.max(1, text.length)))));
  const open = /<[A-Za-z][^>]*>/u.exec(text);
  const start = (open?.index ?? 0) + (open?.[0].length ?? 0);
  const end = text.lastIndexOf('</');
  const inner = text.slice(start, Math.max(start, end));
  const times = Math.max(1, Math.floor(megabyte / Math.max(1, inner.length)));
  return Buffer.from(text.slice(0, start) + inner.repeat(times) + text.slice(Math.max(start, end)));
}

function* halves(sound: Buffer, syntax: Syntax): Generator<Buffer> {
  yield withText(sound, syntax, syntax === 'xml' ? '&#xD800;' : '\\ud800');
  yield withBytes(sound, Buffer.from([0xed, 0xa0, 0x80]));
}

function* foreignBytes(sound: Buffer, syntax: Syntax): Generator<Buffer> {
  yield withBytes(sound, Buffer.from([0xe9, 0x20, 0xfc]));
  if (syntax === 'xml') {
    const bare = sound.toString('utf8').replace(/^\uFEFF?<\?xml[^>]*\?>/u, '');
    yield Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${bare}`);
    yield Buffer.from(`<?xml version="1.0" encoding="no-such-thing"?>${bare}`);
  }
}

function laughs(): string {
  const lines = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  return `<!ENTITY l0 "lol">${lines.join('')}`;
}

const blowup = `<!ENTITY b "${'b'.repeat(50_000)}">`;

function* externals(sound: Buffer): Generator<Buffer> {
  yield withEntities(sound, '<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;');
  yield withEntities(sound, '<!ENTITY x SYSTEM "http://127.0.0.1:9/x">', '&x;');
  yield withEntities(sound, '<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;', 'x');
}

function manyAttributes(): string {
  return Array.from({ length: 100_000 }, (_, at) => ` x-${at}="v"`).join('');
}

/** Puts a document type with entities before the root, and uses them in the first text. */
function withEntities(sound: Buffer, entities: string, use: string): Buffer {
  const text = withText(sound, 'xml', use).toString('utf8');
  const root = /<[A-Za-z][\w.:-]*/u.exec(text);
  const name = root?.[0].slice(1) ?? 'x';
  const at = root?.index ?? 0;
  const bare = text.slice(0, at).replace(/<!DOCTYPE[^>]*>/u, '');
  return Buffer.from(`${bare}<!DOCTYPE ${name} [${entities}]>${text.slice(at)}`);
}

function withAttributes(sound: Buffer, attributes: string): Buffer {
  const text = sound.toString('utf8');
  const root = /<[A-Za-z][\w.:-]*/u.exec(text);
  const at = (root?.index ?? 0) + (root?.[0].length ?? 0);
  return Buffer.from(text.slice(0, at) + attributes + text.slice(at));
}

/** Replaces a text of a file: that of the first element, string or line. */
function withText(sound: Buffer, syntax: Syntax, text: string): Buffer {
  const all = sound.toString('utf8');
  const found = patterns[syntax].exec(all);
  if (found === null) return Buffer.from(all + text);
  const start = found.index + (found[1]?.length ?? 0);
  const end = start + (found[2]?.length ?? 0);
  return Buffer.from(all.slice(0, start) + text + all.slice(end));
}

const patterns: Readonly<Record<Syntax, RegExp>> = {
  json: /(:\s*")([^"\\]+)(?=")/u,
  xml: /(>\s*)([^<>&\s][^<>&]*)(?=<)/u,
  text: /([=:]\s*"?)([^\s"=:][^\n"]*)/u,
  zip: /()(a)/u,
};

/** Puts bytes into the middle of a word. */
function withBytes(sound: Buffer, bytes: Buffer): Buffer {
  const at = /[A-Za-z]{3}(?=[A-Za-z"<\s])/u.exec(sound.toString('latin1'))?.index ?? 0;
  return Buffer.concat([sound.subarray(0, at + 1), bytes, sound.subarray(at + 1)]);
}
