import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../../test/cpu-now.js';
import { formats } from './formats.js';

const samples: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  'date-time': {
    good: [
      '1963-06-19T08:30:06.283185Z',
      '1990-12-31t23:59:60z',
      '1937-01-01T12:00:27.87+00:20',
      '1998-12-31T15:59:60-08:00',
    ],
    bad: [
      '1998-12-31T22:59:60Z',
      '1990-02-31T15:59:59Z',
      '06/19/1963 08:30:06 PST',
      '2013-350T01:01:01',
      '2020-01-01',
      '1963-06-1৪T00:00:00Z',
      '1963-06-19T08:30:06',
    ],
  },
  date: {
    good: ['2024-02-29', '2000-02-29'],
    bad: ['2023-02-29', '1900-02-29', '2020-04-31', '2020-13-01', '2020-00-10', '20-01-01', '2020-1-1', ''],
  },
  time: {
    good: ['08:30:06Z', '23:59:60Z', '15:59:60-08:00', '01:29:60+01:30'],
    bad: ['24:00:00Z', '08:30:06', '22:59:60Z', '08:30:06+24:00', '08:30:06-00:60', '8:30:06Z', '12:00:00.Z'],
  },
  duration: {
    good: ['P4DT12H30M5S', 'P4Y', 'PT0S', 'P1M', 'PT1M', 'P2W', 'P1DT12H'],
    bad: ['P', 'PT', 'P1YT', '4D', 'P2D1Y', 'P1D2H', 'P2S', 'P1Y2W', 'PT1D', 'P1'],
  },
  email: {
    good: ['joe.bloggs@example.com', '"joe bloggs"@example.com', 'te~st@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    bad: [
      '2962',
      '.a@example.com',
      'a.@example.com',
      'a..b@example.com',
      'a@',
      '@b',
      'a b@example.com',
      'a@-b.com',
      'a@[1.2.3]',
    ],
  },
  hostname: {
    good: ['www.example.com', 'a', '123', 'xn--4gbwdl.xn--wgbh1c'],
    bad: ['', '-a.b', 'a-.b', 'a..b', 'a_b', `${'a'.repeat(64)}.com`, 'a.', `${'a.'.repeat(130)}a`],
  },
  ipv4: {
    good: ['192.168.0.1', '0.0.0.0', '255.255.255.255'],
    bad: ['256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '0x7f.0.0.1', '1.2.3.৪', '1.2.3.4 '],
  },
  ipv6: {
    good: [
      '::1',
      '::',
      '1:2:3:4:5:6:7:8',
      '::abcd:ef12',
      '1::d6:192.168.0.1',
      '::ffff:1.2.3.4',
      '1:2::',
      '1:2:3:4:5:6:7::',
    ],
    bad: [
      '12345::',
      '1:1:1:1:1:1:1:1:1',
      '::1::2',
      ':2:3:4:5:6:7:8',
      '1:2:3:4:5:6:7',
      'fe80::a%eth1',
      '1:2:3:4:5:6:1.2.3.256',
      '1',
      '1.2.3.4::1',
      '127.0.0.1',
      '1:2:3:4:5:6:7:8::',
    ],
  },
  uri: {
    good: [
      'http://foo.bar/?baz=qux#quux',
      'urn:oasis:names',
      'mailto:a@b.c',
      'http://[2001:db8::1]:80/',
      'http://u:p@h:1/a%20b',
      'file:///c:/x',
    ],
    bad: [
      '//foo',
      '/abc',
      '\\\\x',
      'http://a b',
      ':// x',
      'http://[::1',
      'http://a/%zz',
      '1http://a',
      'http://a/<b>',
      'http://a:port/',
    ],
  },
  'uri-reference': {
    good: ['/abc', '//foo/bar', '#frag', '', 'a?b', '../x'],
    bad: ['\\\\WINDOWS\\x', '#frag\\ment', 'a b', 'a:b:[c', '#a#b'],
  },
  uuid: {
    good: ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'],
    bad: [
      '2eb8aa08-aa98-11ea-b4aa-73b441d1638',
      '2eb8aa08aa9811eab4aa73b441d16380',
      '{2eb8aa08-aa98-11ea-b4aa-73b441d16380}',
    ],
  },
  'json-pointer': { good: ['', '/a/0', '/a~1b~0', '/', '//'], bad: ['a', '/~', '/~2', '#/a'] },
  'relative-json-pointer': {
    good: ['1', '0/a/b', '2#', '0#', '120/x'],
    bad: ['/a', '-1/a', '01/a', '0##', '', '+1/a'],
  },
  regex: { good: ['^[a-z]+$', '([abc])+\\s+$'], bad: ['^(abc]', '\\a'] },
};

describe('formats', () => {
  test('every format has samples here', () => {
    expect(Object.keys(samples).sort()).toEqual([...formats.keys()].sort());
  });

  test.each(Object.entries(samples))('formats tell good from bad: %s', (name, { good, bad }) => {
    const format = formats.get(name);
    expect(good.filter((text) => format?.test(text) !== true)).toEqual([]);
    expect(bad.filter((text) => format?.test(text) !== false)).toEqual([]);
  });

  test.each([...formats])('formats accept their own example: %s', (_name, format) => {
    expect(format.test(format.example)).toBe(true);
  });

  test.each([...formats])('formats take linear time: %s', (_name, format) => {
    const unit = 50_000;
    const attacks = ['a', '1', ':', '/', '.', '-', '@', '"', '\\"', '%20', '~1', 'P1', '[', 'a.', '::', '1:'];
    const start = cpuNow();
    for (const attack of attacks) {
      for (const end of ['', '\n', '!', '@']) format.test(attack.repeat(unit) + end);
    }
    expect(cpuNow() - start).toBeLessThan(4000);
  });
});
