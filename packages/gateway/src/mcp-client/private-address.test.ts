import { expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.js';

test.each([
  '127.0.0.1',
  '127.255.3.9',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::1',
  '::',
  '[::1]',
  'fe80::1%eth0',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'localhost',
  '',
])('"%s" is no address of the public internet', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])('"%s" is one', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
