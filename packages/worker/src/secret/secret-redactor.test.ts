import { Secret } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretRedactor } from './secret-redactor.js';
import { createStreamRedactor } from './stream-redactor.js';

const canary = 'cänary "5f2b/+91"';

function encodings(value: string): string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

function holding(...values: string[]) {
  const redactor = createSecretRedactor();
  for (const value of values) redactor.hold('TOKEN', new Secret(value));
  return redactor;
}

describe('createSecretRedactor', () => {
  test('R16 a live secret is hidden in every encoding, in texts, errors, causes and fields', () => {
    const redactor = holding(canary);
    for (const form of encodings(canary)) {
      expect(redactor.redactText(`before ${form} after`)).toBe('before [secret] after');
      const error = new Error(`outer ${form}`, { cause: new Error(`inner ${form}`) });
      const { value } = redactor.redact({ error: { message: error.message, stack: error.stack, cause: error.cause } });
      expect(JSON.stringify(value)).not.toContain(JSON.stringify(form).slice(1, -1));
    }
  });

  test('a value is hidden while somebody holds it', () => {
    const redactor = createSecretRedactor();
    const [first, second] = [redactor.hold('A', new Secret(canary)), redactor.hold('A', new Secret(canary))];
    first();
    first();
    expect(redactor.redactText(canary)).toBe('[secret]');
    second();
    expect(redactor.redactText(canary)).toBe(canary);
  });

  test('a value that is too short draws a warning that does not name it', () => {
    const warnings: string[] = [];
    const redactor = createSecretRedactor({ warn: (message) => warnings.push(message) });
    redactor.hold('PIN', new Secret('73915'));
    redactor.hold('LONG', new Secret('12345678'));
    redactor.hold('NONE', new Secret(''));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('"PIN"');
    expect(warnings[0]).not.toContain('73915');
    expect(redactor.redactText('a 73915 b')).toBe('a [secret] b');
  });

  test('a long line of a secret is hidden also alone', () => {
    const redactor = holding('-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nshort\n-----END KEY-----');
    expect(redactor.redactText('x MIIEvQIBADANBgkqhkiG9w0B y short')).toBe('x [secret] y short');
  });
});

describe('createStreamRedactor', () => {
  function run(redactor: ReturnType<typeof holding>, chunks: readonly (string | Uint8Array)[]): string {
    const stream = createStreamRedactor(redactor);
    return chunks.map((chunk) => stream.write(chunk)).join('') + stream.end();
  }

  test('R16 a secret that is split anywhere, even inside a character, is hidden', () => {
    const redactor = holding(canary);
    for (const form of encodings(canary)) {
      const bytes = Buffer.from(`log ${form} done\n`);
      for (let at = 0; at <= bytes.length; at += 1) {
        expect(run(redactor, [bytes.subarray(0, at), bytes.subarray(at)])).toBe('log [secret] done\n');
      }
    }
  });

  test('text that cannot be the beginning of a secret is shown at once', () => {
    const stream = createStreamRedactor(holding(canary));
    expect(stream.write('hello\n')).toBe('hello\n');
    expect(stream.write('hello c')).toBe('hello ');
    expect(stream.write('at\n')).toBe('cat\n');
    expect(createStreamRedactor(holding()).write('anything')).toBe('anything');
  });

  test('any way of cutting a text gives what the whole would give', () => {
    const word = fc.constantFrom(
      'ab',
      'aba',
      'b',
      'secret-value',
      'secret-',
      'value',
      ' ',
      'c2VjcmV0LXZhbHVl',
      '\n',
      'é',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.array(fc.nat(12), { maxLength: 20 }), (words, sizes) => {
        const redactor = holding('secret-value', 'abab');
        const text = words.join('');
        const chunks: string[] = [];
        let rest = text;
        for (const size of sizes) {
          chunks.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        expect(run(redactor, [...chunks, rest])).toBe(redactor.redactText(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('a flood of a repeating secret neither leaks nor is held back for ever', () => {
    const stream = createStreamRedactor(holding('aaaaaaaa'));
    let shown = '';
    for (let round = 0; round < 60; round += 1) {
      shown += stream.write('a'.repeat(4_003));
    }
    expect(shown.length).toBeGreaterThan(100_000);
    expect((shown + stream.end()).replaceAll('[secret]', '').length).toBeLessThan(8);
  });
});
