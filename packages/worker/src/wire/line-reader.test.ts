import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader } from './line-reader.js';
import { createLineWriter } from './line-writer.js';

function reader(maxLength = 1000) {
  const messages: unknown[] = [];
  const garbage: string[] = [];
  const read = createLineReader(maxLength, {
    onMessage: (message) => messages.push(message),
    onGarbage: (problem) => garbage.push(problem),
  });
  return { read, messages, garbage };
}

describe('createLineReader', () => {
  test('finds the same messages however the text is cut', () => {
    const cut = fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), cut, (values, sizes) => {
        const { read, messages } = reader(Infinity);
        let text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
        for (let turn = 0; text !== ''; turn += 1) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1;
          read(text.slice(0, size));
          text = text.slice(size);
        }
        expect(messages).toEqual(values.map((value) => JSON.parse(JSON.stringify(value)) as unknown));
      }),
    );
  });

  test('says where a line is no JSON, and reads nothing after it', () => {
    const { read, messages, garbage } = reader();
    read('{"a":1}\n\nnot json\n{"b":2}\n');
    read('{"c":3}\n');
    expect(messages).toEqual([{ a: 1 }]);
    expect(garbage).toEqual(['it is not JSON: not json']);
  });

  test('gives up on a line that is too long before it has ended', () => {
    const { read, garbage } = reader(10);
    read('"12345');
    expect(garbage).toEqual([]);
    read('678901');
    expect(garbage).toEqual(['a line is longer than 10']);
  });
});

describe('createLineWriter', () => {
  test('writes the first line at once and those on its heels together', async () => {
    const stream = new PassThrough();
    const writes: string[] = [];
    stream.on('data', (chunk: Buffer) => writes.push(chunk.toString()));
    const writer = createLineWriter(stream);
    const lines = Array.from({ length: 100 }, (_, at) => `${at}`);
    for (const line of lines) writer.write(line);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(writes.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
    expect(writes.length).toBeLessThan(20);
  });

  test('waits while the other side does not read, and loses nothing', async () => {
    const stream = new PassThrough({ highWaterMark: 10 });
    const writer = createLineWriter(stream);
    writer.write('x'.repeat(20));
    expect(writer.full).toBe(true);
    writer.write('later');
    writer.flush();
    let text = '';
    stream.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(text).toBe(`${'x'.repeat(20)}\nlater\n`);
    expect(writer.full).toBe(false);
  });
});
