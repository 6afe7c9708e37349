import { Buffer } from 'node:buffer';
import { createRedactor, Secret, sensitivePatterns } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../test/cpu-now.js';

describe('createRedactor', () => {
  test('takes out what paths point at, and says where', () => {
    const { redact } = createRedactor({ paths: ['/people/*/email', '/a~1b'], keys: [], patterns: [] });
    const value = { people: [{ email: 'x@y.z', name: 'X' }, { name: 'Y' }], 'a/b': 1, email: 'stays' };
    expect(redact(value)).toEqual({
      value: { people: [{ email: '[redacted]', name: 'X' }, { name: 'Y' }], 'a/b': '[redacted]', email: 'stays' },
      redacted: ['/people/0/email', '/a~1b'],
    });
    expect(value.people[0]?.email).toBe('x@y.z');
  });

  test('takes out the whole value for the empty pointer', () => {
    expect(createRedactor({ paths: [''] }).redact({ a: 1 })).toEqual({ value: '[redacted]', redacted: [''] });
  });

  test('refuses a path that is no pointer', () => {
    expect(() => createRedactor({ paths: ['user.email'] })).toThrow('Cannot use path "user.email"');
  });

  test('knows the usual names of credentials in any spelling', () => {
    const { redact } = createRedactor();
    const value = { password: 'a', api_key: 'b', 'X-API-Key': 'c', Authorization: 'd', accessToken: { deep: 'e' } };
    const { value: copy, redacted } = redact({
      ...value,
      nextPageToken: 'f',
      tokens: 3,
      password2: null,
      secret: null,
    });
    expect(copy).toEqual({
      password: '[redacted]',
      api_key: '[redacted]',
      'X-API-Key': '[redacted]',
      Authorization: '[redacted]',
      accessToken: '[redacted]',
      nextPageToken: 'f',
      tokens: 3,
      password2: null,
      secret: null,
    });
    expect(redacted).toEqual(['/password', '/api_key', '/X-API-Key', '/Authorization', '/accessToken']);
  });

  test.each([
    ['Authorization: Bearer abcdefghijkl.mnop', 'Authorization: [redacted]'],
    ['eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl end', '[redacted] end'],
    ['key sk-proj-abc_DEF-123456789012345 end', 'key [redacted] end'],
    ['sk-learn-is-a-very-nice-library', 'sk-learn-is-a-very-nice-library'],
    ['ghp_abcdefghijklmnopqrst0123', '[redacted]'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['postgres://me:pa55@host/db', 'postgres://me:[redacted]@host/db'],
    ['card 4111 1111 1111 1111.', 'card [redacted].'],
    ['order 4111 1111 1111 1112', 'order 4111 1111 1111 1112'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMII-x\n-----END RSA PRIVATE KEY-----\nafter', '[redacted]\nafter'],
    ['before -----BEGIN PRIVATE KEY-----\nMII', 'before [redacted]'],
  ])('redactText turns %j into %j', (text, expected) => {
    expect(createRedactor().redactText(text)).toBe(expected);
  });

  test('finds a card number that is a number', () => {
    expect(createRedactor().redact({ card: 4111111111111111, count: 4111111111111112 })).toEqual({
      value: { card: '[redacted]', count: 4111111111111112 },
      redacted: ['/card'],
    });
  });

  test('takes patterns of one’s own in the place of its own', () => {
    const { redactText } = createRedactor({ patterns: [/\d{3}-\d{2}/] });
    expect(redactText('12 123-45 678-90 Bearer abcdefghijkl')).toBe('12 [redacted] [redacted] Bearer abcdefghijkl');
    expect(sensitivePatterns.length).toBeGreaterThan(0);
  });

  test('removes, or hashes, when told to', () => {
    const value = { password: 'a', list: [{ pin: 1 }], note: 'call 123-45' };
    const options = { paths: ['/list/*'], patterns: [/\d{3}-\d{2}/] };
    expect(createRedactor({ ...options, mode: 'remove' }).redact(value).value).toEqual({ list: [null], note: 'call ' });
    const hash = (text: string) => `#${text.length}`;
    expect(createRedactor({ ...options, mode: 'hash', hash }).redact(value).value).toEqual({
      password: '#1',
      list: ['#9'],
      note: 'call #6',
    });
  });

  const secret = 'p4ss/wörd+"?~ \n end';
  test.each([
    ['itself', secret],
    ['JSON', JSON.stringify(secret)],
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['base64 within a header', Buffer.from(`user:${secret}`).toString('base64')],
    ['base64 between others', Buffer.from(`ab${secret}!!`).toString('base64')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['upper hex', Buffer.from(secret).toString('hex').toUpperCase()],
    ['a URL', encodeURIComponent(secret)],
    ['a form', new URLSearchParams({ secret }).toString().slice('secret='.length)],
  ])('replaces a secret as %s, within other text', (_, form) => {
    const { redactText } = createRedactor({ secrets: [new Secret(secret)] });
    const text = redactText(`before ${form} after`);
    expect(text).toContain('[secret]');
    expect(text.length).toBeLessThanOrEqual('before after [secret]'.length + 24);
    expect(text).not.toContain(form.slice(8, 16));
  });

  test('replaces a secret in names, numbers, bytes, maps, sets and instances', () => {
    class Account {
      readonly pin = 'x123456x';
      readonly bytes = Buffer.from('a 123456');
    }
    const { value } = createRedactor({ secrets: ['123456'] }).redact({
      k123456: 1,
      number: 91234569,
      account: new Account(),
      map: new Map([['123456', '123456']]),
      set: new Set(['123456']),
      error: new Error('no 123456'),
      url: new URL('https://a.b/123456'),
      when: new Date(0),
      secret: new Secret('x'),
    });
    expect(value).toEqual({
      'k[secret]': 1,
      number: '9[secret]9',
      account: { pin: 'x[secret]x', bytes: '[secret]' },
      map: new Map([['[secret]', '[secret]']]),
      set: new Set(['[secret]']),
      error: { name: 'Error', message: 'no [secret]' },
      url: 'https://a.b/[secret]',
      when: new Date(0),
      secret: '[redacted]',
    });
  });

  test('openEnd says what the next chunk may go on with', () => {
    const { openEnd } = createRedactor({ secrets: ['canary'], patterns: [] });
    expect([openEnd('no'), openEnd('a can'), openEnd('a canary'), openEnd('canary ca')]).toEqual([0, 3, 0, 2]);
    expect(createRedactor({ secrets: ['abcabc'], patterns: [] }).openEnd('xx abcabc')).toBe(9);
    const patterned = createRedactor({ patterns: [/\d{3}-\d{3}/] });
    expect([patterned.openEnd('short'), patterned.openEnd('x'.repeat(1_000))]).toEqual([5, 512]);
    const torn = `${'x'.repeat(400)}123-456${'x'.repeat(509)}`;
    expect(patterned.openEnd(torn)).toBe(torn.length);
  });

  test('an empty secret replaces nothing', () => {
    expect(createRedactor({ secrets: [''] }).redactText('abc')).toBe('abc');
  });

  test('survives cycles, depth, shared parts and hostile members', () => {
    const { redact } = createRedactor();
    const loop: Record<string, unknown> = { name: 'loop' };
    loop['self'] = loop;
    expect(redact(loop).value).toEqual({ name: 'loop', self: '[circular]' });

    let deep: unknown = 'bottom';
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect(JSON.stringify(redact(deep).value)).toContain('[too deep]');

    let wide: unknown = { leaf: true };
    for (let level = 0; level < 60; level += 1) wide = { left: wide, right: wide };
    expect(redact(wide).redacted).toEqual([]);

    const hostile = {
      get bad(): never {
        throw new Error('no');
      },
      json: {
        toJSON: () => {
          throw new Error('no');
        },
      },
      proto: JSON.parse('{"__proto__":{"password":"x"}}') as unknown,
    };
    const copy = redact(hostile).value as { proto: object };
    expect(copy).toMatchObject({ bad: '[unreadable]' });
    expect(JSON.stringify(copy.proto)).toBe('{"__proto__":{"password":"[redacted]"}}');
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    );
    expect(redact(proxy)).toEqual({ value: '[unreadable]', redacted: [''] });
  });

  test('a rule that throws lets nothing through', () => {
    const rule = () => {
      throw new Error('no');
    };
    const { redact, redactText } = createRedactor({ patterns: [rule] });
    expect([redactText('text'), redact('text').value]).toEqual(['[redacted]', '[unreadable]']);
  });

  test('leaves values without anything sensitive as they are, in a copy', () => {
    const { redact } = createRedactor({ patterns: [], keys: [] });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(redact(value)).toEqual({ value, redacted: [] });
      }),
    );
  });

  test('finds the same with one look ahead as with a look by every pattern', () => {
    const quick = createRedactor().redactText;
    const thorough = createRedactor({ patterns: [...sensitivePatterns] }).redactText;
    const words =
      'Bearer  BASIC\t eyJabcde .abcdef . sk- pk_ rk- ghp_ github_pat_ glpat- xoxb- npm_ hf_ ya29. AIza AKIA ASIA ' +
      'IOSFODNN7EXAMPLE abcdefgh12345678 ftp://me: pa55 @h 4111-1111 4111111111111111 0 - -----BEGIN';
    const parts = fc.constantFrom(' ', 'EC PRIVATE KEY-----', '-----END PRIVATE KEY-----', ...words.split(' '));
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 3 })), { maxLength: 8 }), (pieces) => {
        expect(quick(pieces.join(''))).toBe(thorough(pieces.join('')));
      }),
      { numRuns: 1_000 },
    );
  });

  test('no form of a secret survives, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 9 }), fc.string(), fc.string(), (word, before, after) => {
        const { redactText } = createRedactor({ secrets: [word], patterns: [] });
        const text = before + word + after;
        expect(redactText(text)).not.toBe(text);
        const encoded = Buffer.from(text).toString('base64');
        // Half a surrogate pair has no bytes of its own.
        if (text.isWellFormed() && word.isWellFormed()) {
          expect(redactText(encoded)).toContain('[secret]');
        }
      }),
    );
  });

  test.each([
    'eyJ-',
    'sk-a',
    'bearer ',
    '1 ',
    '4111-1111',
    '-----BEGIN PRIVATE KEY-----',
    'a:b@',
    'x://a:',
    '-----END',
    'xoxb-',
  ])('takes linear time over many times %j', (piece) => {
    const { redactText } = createRedactor({ secrets: ['aaaaaaaaaaaaaaab'] });
    const began = cpuNow();
    redactText(piece.repeat(Math.ceil(400_000 / piece.length)));
    redactText('a'.repeat(400_000));
    expect(cpuNow() - began).toBeLessThan(2_000);
  });
});
