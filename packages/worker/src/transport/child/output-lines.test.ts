import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createTail, readLines } from './output-lines.js';

async function linesOf(...pieces: readonly (string | Buffer)[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  readLines(stream, (line) => lines.push(line));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await new Promise((resolve) => stream.once('close', resolve));
  return lines;
}

describe('readLines', () => {
  test('gives whole lines, however they were cut, and the last one without an end', async () => {
    const euro = Buffer.from('€');
    expect(await linesOf('a', 'b\nc', '\n\nd')).toEqual(['ab', 'c', '', 'd']);
    expect(await linesOf(euro.subarray(0, 1), euro.subarray(1), '\n')).toEqual(['€']);
  });

  test('shows only the last form of a line that was rewritten in place', async () => {
    expect(await linesOf('10%\r20', '%\r100%\n', 'next\r\n')).toEqual(['100%', 'next']);
  });

  test('cuts a line that does not end, so that memory stays small', async () => {
    const lines = await linesOf('x'.repeat(20_000), '\n');
    expect(lines.map(({ length }) => length)).toEqual([8192, 8192, 3616]);
  });
});

test('createTail keeps the last lines only', () => {
  const tail = createTail(10);
  for (const line of ['first', 'second', 'third']) tail.add(line);
  expect(tail.text()).toBe('third');
});
