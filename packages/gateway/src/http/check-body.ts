import { gatewayErrors } from '../gateway-errors.js';

const maxDepth = 64;

/** Refuses what no tool should have to survive: nesting without end, and keys that reach for the prototype of objects. */
export function checkBody(body: object): void {
  checkLevel(body, '', 1);
}

function checkLevel(value: unknown, pointer: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw gatewayErrors.create('GATEWAY_BODY_TOO_DEEP', { maxDepth }, { details: { maxDepth } });
  for (const [key, child] of Object.entries(value)) {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === '__proto__') throw keyRefused(place);
    if (key === 'constructor' && hasPrototype(child)) throw keyRefused(`${place}/prototype`);
    checkLevel(child, place, depth + 1);
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

function keyRefused(pointer: string): Error {
  return gatewayErrors.create('GATEWAY_BODY_KEY_REFUSED', { pointer }, { details: { pointer } });
}
