import type { ByteSource, LineBreak, TextForm } from '@helve/flow/content';
import { readFirstBytes } from '../byte-source.js';
import { limitError } from '../format-error.js';
import { chooseEncoding, toEncoding } from './encoding.js';
import { textChunks, type TextChunk } from './text-chunk.js';

const headBytes = 64 * 1024;

/** Request to read the bytes of a file as text. */
export interface TextRequest {
  readonly file: string;
  readonly maxBytes: number;
  readonly encoding?: string | undefined;
  /** Detects an encoding by bytes that no other has, where the options name none. */
  readonly detect?: (head: Uint8Array) => string | undefined;
  readonly declared?: ((head: string) => string | undefined) | undefined;
}

/** A file as text: its text form, and its chunks. */
export interface TextSource {
  readonly form: TextForm;
  /** From the first character after the byte order mark. */
  chunks(): AsyncIterable<TextChunk>;
}

/** Detects the text form of a file from its first bytes. */
export async function openText(source: ByteSource, request: TextRequest): Promise<TextSource> {
  return (await openHead(source, request)).text;
}

/** A file as text, and all of its bytes if they are few. */
interface OpenedText {
  readonly text: TextSource;
  readonly whole: Uint8Array | undefined;
}

async function openHead(source: ByteSource, request: TextRequest): Promise<OpenedText> {
  const { file, maxBytes } = request;
  if ((source.size ?? 0) > maxBytes) throw limitError(file, 'the size in bytes', maxBytes);
  const head = await readFirstBytes(source, headBytes);
  const option = request.encoding ?? request.detect?.(head);
  const { encoding, mark } = chooseEncoding({ file, head, declared: request.declared, option });
  const start = mark?.bytes.length ?? 0;
  const form = { encoding: encoding.name, bom: mark !== undefined, lineBreak: findLineBreak(head) };
  const whole = head.length < headBytes ? head : undefined;
  const bytes = () => (whole === undefined ? source.stream(start) : [whole.subarray(start)]);
  const text = { form, chunks: () => textChunks(bounded(bytes(), maxBytes, file), encoding, start, file) };
  return { text, whole };
}

/** The text of a whole file, which maps its characters to bytes. */
export interface LoadedText extends TextChunk {
  readonly form: TextForm;
}

/** Reads a whole file as text, for formats that scan it more than once. */
export async function loadText(source: ByteSource, request: TextRequest): Promise<LoadedText> {
  const { text, whole } = await openHead(source, request);
  const { form } = text;
  const bytes = whole ?? (await source.bytes());
  if (bytes.length > request.maxBytes) throw limitError(request.file, 'the size in bytes', request.maxBytes);
  const start = form.bom ? (form.encoding === 'utf-8' ? 3 : 2) : 0;
  const encoding = toEncoding(form.encoding, request.file);
  const once = (async function* () {
    yield bytes.subarray(start);
  })();
  const chunks: TextChunk[] = [];
  for await (const chunk of textChunks(once, encoding, start, request.file)) chunks.push(chunk);
  const [first, last] = chunks;
  if (!first) return { form, text: '', offset: start, plain: true, byteAt: () => start };
  return last ? { form, ...joined(first, last) } : withForm(first, form);
}

function withForm(chunk: TextChunk, form: TextForm): LoadedText {
  const { text, offset, plain } = chunk;
  return { form, text, offset, plain, byteAt: (index) => chunk.byteAt(index) };
}

/** Joins two chunks; a last line without its end is in a chunk of its own. */
function joined(first: TextChunk, last: TextChunk): TextChunk {
  const length = first.text.length;
  return {
    text: first.text + last.text,
    offset: first.offset,
    plain: first.plain && last.plain,
    byteAt: (index) => (index < length ? first.byteAt(index) : last.byteAt(index - length)),
  };
}

/** Small enough that the text of one chunk is short-lived memory. */
const pieceBytes = 32 * 1024;

async function* bounded(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  max: number,
  file: string,
): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of bytes) {
    seen += chunk.length;
    if (seen > max) throw limitError(file, 'the size in bytes', max);
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
  }
}

/** Detects the kind of line ends in some bytes; `lf` when there are none. */
function findLineBreak(head: Uint8Array): LineBreak {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1').replaceAll('\0', '');
  const crlf = text.includes('\r\n');
  const rest = crlf ? text.replaceAll('\r\n', '') : text;
  const lf = rest.includes('\n');
  const cr = rest.slice(0, -1).includes('\r');
  if (Number(crlf) + Number(lf) + Number(cr) > 1) return 'mixed';
  return crlf ? 'crlf' : cr ? 'cr' : 'lf';
}
