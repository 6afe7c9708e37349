import { defineTool, useSha256 } from '@helve/core';
import { hash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { cpuNow } from '../../../../test/cpu-now.js';
import { hydrate } from './hydrate.js';

/** Creates a generator of equal numbers on every machine (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = createRandom(20_240_607);
const below = (limit: number) => Math.floor(random() * limit);
const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];

const scraps = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  "'",
  '\\',
  '\\u',
  '\\ud800',
  '\\udc00',
  '\uD83D',
  '\uDE00',
  '\u0000',
  '\uFEFF',
  '```',
  '"n"',
  '"n":1',
  '"__proto__":',
  '"constructor":{"prototype":{"polluted":1}}',
  "'a':'b'",
  'None',
  'NaN',
  'true',
  'null',
  '1e999',
  '-0',
  '9007199254740993',
  '0'.repeat(40),
  '9'.repeat(400),
  '//',
  '/*',
  '#',
  ' ',
  '\n',
  'é',
  '😀',
] as const;
const names = [
  'n',
  's',
  'list',
  'nested',
  'on',
  '__proto__',
  'constructor',
  'toString',
  '',
  'a/b~c',
  '\uD800',
  'length',
  '0',
] as const;

function makeText(): string {
  return Array.from({ length: below(14) }, () => pick(scraps)).join('');
}

function makeValue(depth: number): unknown {
  switch (below(depth > 4 ? 7 : 10)) {
    case 0:
      return below(1_000) - 500;
    case 1:
      return pick(['4', 'true', 'A', 'b', '\uD800', 'x'.repeat(below(50))]);
    case 2:
      return random() < 0.5;
    case 3:
      return pick([null, 1e308, 2 ** 53, 1.5, -0] as const);
    case 4:
      return pick([undefined, NaN, 1n, Symbol.iterator, () => 1, new Date(0), new Map()] as readonly [
        unknown,
        ...unknown[],
      ]);
    case 5:
      return '{"n":1}';
    case 6:
      return makeText();
    case 7:
      return Array.from({ length: below(4) }, () => makeValue(depth + 1));
    default:
      return Object.fromEntries(Array.from({ length: below(4) }, () => [pick(names), makeValue(depth + 1)]));
  }
}

/** Breaks JSON text: cuts, doubles, changes or wraps it. */
function breakText(text: string): string {
  const at = below(text.length + 1);
  switch (below(7)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + pick(scraps) + text.slice(at);
    case 2:
      return text.replaceAll('"', "'");
    case 3:
      return `\`\`\`json\n${text}\n\`\`\``;
    case 4:
      return JSON.stringify(text);
    case 5:
      return text.replace('{', '{"n":1,"n":2,');
    default:
      return text;
  }
}

function makeDeep(): string {
  const depth = below(3_000);
  const [open, close] = pick([
    ['[', ']'],
    ['{"nested":', '}'],
  ] as const);
  return `{"nested":${open.repeat(depth)}1${random() < 0.5 ? close.repeat(depth) : ''}}`;
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)) ?? '';
}

function makeArguments(): unknown {
  const kind = random();
  if (kind < 0.3) return makeText();
  if (kind < 0.7) return breakText(toText(makeValue(0)));
  if (kind < 0.71) return makeDeep();
  if (kind < 0.72) return `{"n":${pick(['9', '-9', '1e'])}${below(1e9)}${below(1e9)}}`;
  return makeValue(0);
}

const inputSchema = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    s: { type: 'string', enum: ['A', 'b'] },
    on: { type: 'boolean' },
    list: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string' }] } },
    nested: { $ref: '#' },
  },
} as const;
const tool = defineTool({ id: 't', description: 't', inputSchema, execute: () => 1 });
const open = defineTool({
  id: 'o',
  description: 'o',
  inputSchema: { type: 'object', additionalProperties: true },
  execute: () => 1,
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Measures the bytes in use after garbage collection. */
function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

beforeAll(() => useSha256((text) => hash('sha256', text)));

test(
  'A31 hydrate gives one result for each of 100,000 hostile calls, in bounded time and memory, and pollutes nothing',
  { timeout: 60_000 },
  async () => {
    const total = 100_000;
    const batch = 500;
    const before = Object.getOwnPropertyNames(Object.prototype).length;
    const heapBefore = usedHeap();
    const causes = new Map<string, number>();
    let slowestMs = 0;
    for (let done = 0; done < total; done += batch) {
      const calls = Array.from({ length: batch }, (_, index) => ({
        id: String(done + index),
        name: pick(['t', 't', 't', 'o', 'nobody', '__proto__'] as const),
        args: makeArguments(),
      }));
      const startedMs = cpuNow();
      const results = await hydrate(calls, [tool, open], { repair: random() < 0.3 ? 'rules' : 'off' });
      slowestMs = Math.max(slowestMs, cpuNow() - startedMs);
      expect(results.length).toBe(batch);
      for (const [index, result] of results.entries()) {
        if (result.success !== (result.tool !== undefined) || result.provenance.callId !== calls[index]?.id) {
          throw new Error(`Expected a whole result for ${String(calls[index]?.args)}`);
        }
        const detail = result.errors?.[0]?.detail as { cause?: string } | undefined;
        const key = result.success ? 'success' : (detail?.cause ?? 'issues');
        causes.set(key, (causes.get(key) ?? 0) + 1);
      }
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
    expect(slowestMs).toBeLessThan(5_000);
    // Results are dropped batch by batch: a hundred bytes kept of each would already be 10 MB.
    expect(usedHeap() - heapBefore).toBeLessThan(8 * 1024 * 1024);
    // The generator reaches every cause of failure that it was made for.
    for (const cause of [
      'success',
      'issues',
      'syntax',
      'truncated',
      'duplicate-key',
      'forbidden-key',
      'not-an-object',
      'too-deep',
      'ill-formed-string',
      'unsafe-integer',
      'unknown-tool',
    ]) {
      expect(causes.get(cause) ?? 0, cause).toBeGreaterThan(20);
    }
  },
);

test('hydrate is not stalled by 256 KiB of hostile text', async () => {
  const size = 262_000;
  const fill = (part: string, rest = '') => `{"a":${part.repeat(Math.floor(size / part.length))}${rest}`;
  const hostile = [
    fill('['),
    fill('{"a":'),
    fill('"', '}'),
    fill('\\'),
    `{"a":"${'\\\\'.repeat(size / 2)}"}`,
    `{"a":"${'\\"'.repeat(size / 2)}`,
    `{"a":"${'\\ud800'.repeat(size / 6)}"}`,
    `{${'"a":1,'.repeat(size / 6)}"b":1}`,
    `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":0`).join()}}`,
    `{"a":${'9'.repeat(size)}}`,
    `{"a":-${'0'.repeat(size)}}`,
    `{"a":[${'1,'.repeat(size / 2)}]}`,
    `{'a':'${"\\'".repeat(size / 2)}'}`,
    ' '.repeat(size),
    `${' '.repeat(size)}x`,
    `{"a":"${'é'.repeat(size / 2)}"}`,
    `\`\`\`${'`'.repeat(size - 10)}`,
    `{"a":${'1e'.repeat(size / 2)}}`,
  ];
  for (const args of hostile) {
    const startedMs = cpuNow();
    const [result] = await hydrate([{ id: '1', name: 'o', args }], [open], { repair: 'rules' });
    const tookMs = cpuNow() - startedMs;
    expect(result).toBeDefined();
    // The promise is 50 ms; a busy machine gets more.
    expect(tookMs, args.slice(0, 30)).toBeLessThan(2_000);
  }
});
