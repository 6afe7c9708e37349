import { BlockList, isIP } from 'node:net';

/** Ranges that lead into this machine, its network or nowhere, and what embeds them. */
const ranges: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const blocked = new BlockList();
for (const [address, prefix] of ranges) blocked.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for an address outside the public internet, and for what is no address. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 0) return true;
  // A mapped address such as ::ffff:127.0.0.1 is checked as what it maps.
  return blocked.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}
