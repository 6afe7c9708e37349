import type { Part } from '../../contract/part.js';
import { flowErrors } from '../../flow-errors.js';
import { decodePart, type DecodeOptions } from './decode-part.js';

/** The name of the stream form of parts. */
const PARTS_SCHEMA = 'helve.parts/v1';

/** A line longer than this is no part: a block may hold 16 MiB of text on each of its sides. */
const maxLineChars = 256 * 1024 * 1024;

/** The first line of a stream of parts. */
export const partsHeader = `${JSON.stringify({ schema: PARTS_SCHEMA })}\n`;

/** One part as a line. Hashes are left out: whether someone has read them must not show. */
export function partLine(part: Part): string {
  const value = part.kind === 'block' ? { kind: part.kind, block: { ...part.block, identity: {} } } : part;
  return `${JSON.stringify(value)}\n`;
}

/** A stream of parts as lines of JSON behind a header. */
export async function* writeParts(parts: Iterable<Part> | AsyncIterable<Part>): AsyncGenerator<string> {
  yield partsHeader;
  for await (const part of parts) yield partLine(part);
}

/** Reads what `writeParts` wrote, in pieces of any size; whatever is not of that form is refused with its line. */
export async function* readParts(
  source: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  options: DecodeOptions = {},
): AsyncGenerator<Part> {
  let number = 0;
  for await (const line of readLines(source)) {
    number += 1;
    if (number === 1) assertHeader(line);
    else if (line !== '') yield parsePart(line, number, options);
  }
  if (number === 0) throw refuse(1, 'the header is missing');
}

function parsePart(line: string, number: number, options: DecodeOptions): Part {
  try {
    return decodePart(JSON.parse(line), options);
  } catch (cause) {
    throw refuse(number, cause instanceof Error ? cause.message : 'it cannot be read', cause);
  }
}

function assertHeader(line: string): void {
  let header: unknown;
  try {
    header = JSON.parse(line);
  } catch {
    header = undefined;
  }
  const schema = typeof header === 'object' && header !== null && 'schema' in header ? header.schema : undefined;
  if (schema !== PARTS_SCHEMA) throw refuse(1, `the header must be ${partsHeader.trimEnd()}`);
}

async function* readLines(
  source: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const rest: string[] = [];
  let length = 0;
  for await (const piece of source) {
    const [first = '', ...others] = decode(decoder, piece).split('\n');
    rest.push(first);
    length += first.length;
    if (length > maxLineChars) throw refuse(0, 'a line has no end');
    for (const next of others) {
      yield rest.join('');
      rest.splice(0, rest.length, next);
      length = next.length;
    }
  }
  const last = rest.join('') + decode(decoder, undefined);
  if (last !== '') yield last;
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece: string | Uint8Array | undefined): string {
  if (typeof piece === 'string') return piece;
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch (cause) {
    throw flowErrors.create('FLOW_CONTENT', { problem: 'the stream of parts is not UTF-8' }, { cause });
  }
}

function refuse(line: number, problem: string, cause?: unknown): Error {
  const details = { line };
  return flowErrors.create(
    'FLOW_CONTENT',
    { problem: `line ${line} of a stream of parts, ${problem}` },
    { cause, details },
  );
}
