import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { findPreset, presetNames, type PresetName } from './preset.js';

const found = (name: PresetName, text: string) =>
  findPreset(name, text).map(({ start, end }) => text.slice(start, end));

describe('findPreset', () => {
  test('T90 mail addresses', () => {
    expect(found('email', "Write to ada.l+x@mail.example.org, or to ödön@bücher.example, o'brien@b.example.")).toEqual([
      'ada.l+x@mail.example.org',
      'ödön@bücher.example',
      "o'brien@b.example",
    ]);
    expect(found('email', 'a@b, @name, x@y.1')).toEqual([]);
  });

  test('T90 phone numbers, and neither dates nor other numbers', () => {
    const numbers = [
      '+49 30 1234567',
      '(555) 123-4567',
      '555-123-4567',
      '030/1234567',
      '+1 (555) 123-4567',
      '1-800-555-0199',
      '8 (495) 123-45-67',
      '(+49) 30 1234567',
      '030–1234567',
    ];
    for (const number of numbers) expect(found('phone', `Call ${number}.`)).toEqual([number]);
    for (const other of [
      '2024-01-02',
      '01.02.2024',
      '1234567',
      'v1.2.3.4',
      '192.168.0.1',
      '12345678901234567890',
      '0.1234567',
      '(2019-2024)',
      '05.06.2024 14:30',
      '0001-01-01',
    ]) {
      expect(found('phone', `Not ${other}, no`)).toEqual([]);
    }
  });

  test('T90 account numbers only with the right sum, and without the word behind them', () => {
    expect(found('iban', 'Pay GB82 WEST 1234 5698 7654 32 NOW or DE89370400440532013000.')).toEqual([
      'GB82 WEST 1234 5698 7654 32',
      'DE89370400440532013000',
    ]);
    expect(found('iban', 'GB82 WEST 1234 5698 7654 33')).toEqual([]);
    expect(found('iban', 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000')).toHaveLength(1);
  });

  test('T90 an account number has the length of its country', () => {
    // The checksum of each is right.
    expect(found('iban', 'DE64 3704 0044 0532 01 and XX46 3704 0044 0532 0130 00')).toEqual([]);
  });

  test('T90 card numbers only with the right sum', () => {
    expect(found('credit-card', '4111 1111 1111 1111, 5500-0000-0000-0004')).toEqual([
      '4111 1111 1111 1111',
      '5500-0000-0000-0004',
    ]);
    expect(found('credit-card', '4111 1111 1111 1112, 0000000000000000, 41111')).toEqual([]);
  });

  test('T90 addresses of machines', () => {
    expect(found('ip', 'From 192.168.0.1 to 2001:db8::1, ::1 and fe80::1.')).toEqual([
      '192.168.0.1',
      '2001:db8::1',
      '::1',
      'fe80::1',
    ]);
    expect(found('ip', '300.1.1.1, 1.2.3, 12:30, a::b::c, File :: Open')).toEqual([]);
  });

  test('T90 identifiers, signed tokens and keys', () => {
    expect(found('uuid', 'id 123e4567-e89b-12d3-a456-426614174000!')).toEqual(['123e4567-e89b-12d3-a456-426614174000']);
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    const body = Buffer.from('{"sub":"1"}').toString('base64url');
    expect(found('jwt', `Bearer ${header}.${body}.sig`)).toEqual([`${header}.${body}.sig`]);
    expect(found('jwt', `eyJxxxxxx.${body}.sig`)).toEqual([]);
    const keys = [`sk-proj-${'a1'.repeat(12)}`, 'AKIAABCDEFGHIJKLMNOP', `ghp_${'a'.repeat(36)}`, 'xoxb-1234567890-abc'];
    for (const key of keys) expect(found('api-key', `key=${key} `)).toEqual([key]);
    expect(found('api-key', 'sk-short, task-12345678901234567890')).toEqual([]);
  });

  test('T4 no text makes a preset slow', () => {
    const hostile = [
      'a'.repeat(50_000),
      '1 '.repeat(25_000),
      '::'.repeat(25_000),
      'A1'.repeat(25_000),
      '('.repeat(50_000),
    ];
    const started = cpuNow();
    for (const name of presetNames) for (const text of hostile) findPreset(name, text);
    expect(cpuNow() - started).toBeLessThan(5000);
  });
});
