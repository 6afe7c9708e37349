import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineWriter } from './line-writer.js';

function sink(room = Infinity) {
  const written: string[] = [];
  const taken: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: Math.min(room, 1024 * 1024),
    write(text: string, _encoding, done) {
      written.push(text);
      if (room === Infinity) done();
      else taken.push(done);
    },
  });
  return { writer: createLineWriter(stream), written, taken };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('the first line of a turn goes at once, those on its heels go together at its end', async () => {
  const { writer, written } = sink();
  writer.write('first');
  expect(written).toEqual(['first\n']);
  const lines = Array.from({ length: 100 }, (_, at) => `${at}`);
  for (const line of lines) writer.write(line);
  expect(written.join('')).not.toContain('99\n');
  await turn();
  expect(written.join('')).toBe(['first', ...lines, ''].join('\n'));
  expect(written.length).toBeLessThan(50);
});

test('a burst goes in batches, so that the other side begins before it is over', async () => {
  const { writer, written } = sink();
  const lines = Array.from({ length: 64 }, (_, at) => `${at}`.padStart(150, '.'));
  for (const line of lines) writer.write(line);
  expect(written.length).toBeGreaterThan(3);
  await turn();
  expect(written.length).toBeLessThan(10);
  expect(written.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
});

test('the answer to a single line does not wait for others', () => {
  const { writer, written } = sink();
  for (const line of ['one', 'two', 'three']) {
    writer.heard('a question\n');
    writer.write(line);
  }
  expect(written).toEqual(['one\n', 'two\n', 'three\n']);
});

test('while the other side does not read, lines wait however many they are, and go when it does', async () => {
  const { writer, written, taken } = sink(1);
  for (let at = 0; at < 100; at += 1) writer.write('x'.repeat(100));
  await turn();
  expect(writer.full).toBe(true);
  expect(written).toHaveLength(1);
  taken.shift()?.();
  await turn();
  expect(written.join('')).toHaveLength(100 * 101);
});

test('a line of a series waits for those that follow it, also when it is first, but not for long', async () => {
  const { writer, written } = sink();
  writer.heard('a question\n');
  for (const line of ['one', 'two']) writer.write(line, true);
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(['one\ntwo\n']);
  writer.heard('a question\n');
  writer.write('three', true);
  for (const until = performance.now() + 1; performance.now() < until;);
  writer.write('four', true);
  expect(written.at(-1)).toBe('three\nfour\n');
});
