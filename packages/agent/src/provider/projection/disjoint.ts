import { deepEqual } from '@helve/core';
import { readProperties, stringItems, type Schema, type SchemaNode } from './schema-node.js';
import { commonTypes, readLiterals, possibleTypes } from './value-type.js';
import type { Projection } from './projection.js';

/** True when certainly no value fits two of the schemas. */
export function areDisjoint(projection: Projection, schemas: readonly Schema[]): boolean {
  return schemas.every((a, index) => schemas.slice(index + 1).every((b) => exclude(projection, a, b, 0)));
}

const maxDepth = 8;

/** True when certainly no value fits both. */
export function exclude(projection: Projection, first: Schema, second: Schema, depth = 0): boolean {
  const [a, b] = [projection.follow(first), projection.follow(second)];
  if (a === false || b === false) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || depth > maxDepth) return false;
  const [ofA, ofB] = [possibleTypes(a), possibleTypes(b)];
  if (ofA !== undefined && ofB !== undefined && commonTypes(ofA, ofB).length === 0) return true;
  const [literalsA, literalsB] = [readLiterals(a), readLiterals(b)];
  if (literalsA !== undefined && literalsB !== undefined) return !overlap(literalsA, literalsB);
  return areObjects(ofA) && areObjects(ofB) && haveDistinctMembers(projection, a, b, depth);
}

function overlap(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.some((value) => b.some((other) => deepEqual(value, other)));
}

function areObjects(types: readonly string[] | undefined): boolean {
  return types?.length === 1 && types[0] === 'object';
}

/** True when objects differ by a property that both require, with values that exclude each other. */
function haveDistinctMembers(projection: Projection, a: SchemaNode, b: SchemaNode, depth: number): boolean {
  const [ofA, ofB] = [readProperties(a), readProperties(b)];
  const mustHave = stringItems(b['required']);
  return stringItems(a['required']).some((name) => {
    if (!mustHave.includes(name) || !Object.hasOwn(ofA, name) || !Object.hasOwn(ofB, name)) return false;
    const [inA, inB] = [ofA[name], ofB[name]];
    return inA !== undefined && inB !== undefined && exclude(projection, inA, inB, depth + 1);
  });
}
