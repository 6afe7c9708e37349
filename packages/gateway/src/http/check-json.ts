import { toPointerToken } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';

const maxDepth = 64;

/** Refuses JSON that no tool should have to survive: endless nesting, and keys that reach for the prototype of objects. */
export function checkJson(value: object): void {
  const pointer = findRefused(value, 1);
  if (pointer !== undefined) throw keyRefused(pointer);
}

/** Finds the first forbidden key; the pointer to it is made on the way back. */
function findRefused(level: object, depth: number): string | undefined {
  if (depth > maxDepth) throw gatewayErrors.create('GATEWAY_BODY_TOO_DEEP', { maxDepth }, { details: { maxDepth } });
  for (const key of Object.keys(level)) {
    const child: unknown = Reflect.get(level, key);
    if (key === '__proto__') return `/${key}`;
    if (typeof child !== 'object' || child === null) continue;
    if (key === 'constructor' && Object.hasOwn(child, 'prototype')) return `/${key}/prototype`;
    const inside = findRefused(child, depth + 1);
    if (inside !== undefined) return `/${toPointerToken(key)}${inside}`;
  }
  return undefined;
}

function keyRefused(pointer: string): Error {
  return gatewayErrors.create('GATEWAY_BODY_KEY_REFUSED', { pointer }, { details: { pointer } });
}
