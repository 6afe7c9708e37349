import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

const MAX_LINE = 8 * 1024;

/** Reads text by line: splits long lines, and keeps the last form of a line that was rewritten after a carriage return. */
export function readLines(stream: Readable, onLine: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let held = '';
  const take = (text: string) => {
    held += text;
    for (let at = held.indexOf('\n'); at >= 0; at = held.indexOf('\n')) {
      onLine(lastForm(held.slice(0, at)));
      held = held.slice(at + 1);
    }
    if (held.includes('\r')) held = lastForm(held, true);
    for (; held.length > MAX_LINE; held = held.slice(MAX_LINE)) onLine(held.slice(0, MAX_LINE));
  };
  stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)));
  stream.on('error', () => undefined);
  stream.once('close', () => {
    take(decoder.end());
    if (held !== '') onLine(held);
  });
}

function lastForm(line: string, unfinished = false): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const form = text.slice(text.lastIndexOf('\r') + 1, text.length).slice(0, MAX_LINE);
  return unfinished && line.endsWith('\r') ? `${form}\r` : form;
}

/** Keeps the last lines of a stream, up to a number of characters. */
export function createTail(maxLength = 64 * 1024): { add(line: string): void; text(): string } {
  const lines: string[] = [];
  let length = 0;
  return {
    add(line) {
      lines.push(line);
      length += line.length + 1;
      while (length > maxLength && lines.length > 1) length -= (lines.shift()?.length ?? 0) + 1;
    },
    text: () => lines.join('\n'),
  };
}
