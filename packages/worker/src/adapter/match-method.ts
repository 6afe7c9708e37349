import type { JsonSchemaObject } from '@helve/core';
import type { SurfaceMethod } from '../surface/structural-surface.js';
import { matchLevels, type MatchLevel, type ParamMismatch, type SchemaMismatch } from './adapter-verdict.js';
import type { ProtocolMemberMethod } from './protocol-members.js';
import { checkSubschema } from './subschema.js';

/** Result of comparing one method. */
export interface MethodMatch {
  readonly level: MatchLevel;
  readonly paramMismatches: readonly ParamMismatch[];
  readonly schemaMismatches: readonly SchemaMismatch[];
  readonly unproven: readonly string[];
}

/** Compares a method that an adapter calls with the tool's own: parameters first, then schemas, as far as both declare them. */
export function matchMethod(wanted: ProtocolMemberMethod, found: SurfaceMethod): MethodMatch {
  const params = matchParams(wanted, found);
  const schemas = matchSchemas(wanted, found);
  const level =
    params.proven && schemas.proven ? matchLevels.schema : params.proven ? matchLevels.params : matchLevels.name;
  return {
    level,
    paramMismatches: params.mismatches,
    schemaMismatches: schemas.mismatches,
    unproven: [...params.unproven, ...schemas.unproven].map((text) => `${wanted.name}: ${text}`),
  };
}

function matchParams(wanted: ProtocolMemberMethod, found: SurfaceMethod) {
  if (wanted.params === undefined && wanted.named === undefined) return { proven: false, mismatches: [], unproven: [] };
  if (found.paramsReliable === false) {
    return { proven: false, mismatches: [], unproven: ['the parameter names of the tool are not reliable'] };
  }
  const keys = matchKeys(wanted.named ?? [], found);
  const fits = beginsWith(found.params, wanted.params ?? []) && keys !== 'missing';
  const mismatch = {
    method: wanted.name,
    protocolParams: [...(wanted.params ?? []), ...shownKeys(wanted.named)],
    surfaceParams: [...found.params, ...shownKeys(found.named)],
  };
  return {
    proven: fits && keys === 'present',
    mismatches: fits ? [] : [mismatch],
    unproven: keys === 'unknown' ? ['the tool does not say which named arguments it takes'] : [],
  };
}

/** True when the parameters of a tool begin with those of a protocol. A destructured parameter has no name of its own. */
function beginsWith(actual: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name, index) => {
    const rest = actual.findIndex((param) => param.startsWith('...'));
    if (rest !== -1 && index >= rest) return true;
    const param = actual[index];
    return param === name || (param !== undefined && (param === `arg${index}` || name === `arg${index}`));
  });
}

function matchKeys(wanted: readonly string[], found: SurfaceMethod): 'present' | 'missing' | 'unknown' {
  if (wanted.length === 0) return 'present';
  const known =
    found.named ?? (found.input?.properties === undefined ? undefined : Object.keys(found.input.properties));
  if (known === undefined) return found.params.length === 0 ? 'missing' : 'unknown';
  return known.includes('...') || wanted.every((key) => known.includes(key)) ? 'present' : 'missing';
}

function shownKeys(named: readonly string[] | undefined): readonly string[] {
  return named === undefined ? [] : [`{ ${named.join(', ')} }`];
}

/** Checks that the tool accepts what the adapter sends, and the adapter what the tool returns. */
function matchSchemas(wanted: ProtocolMemberMethod, found: SurfaceMethod) {
  const sides = [
    matchSide(wanted.name, 'input', wanted.input, found.input, wanted.input !== undefined),
    matchSide(wanted.name, 'output', found.output, wanted.output, wanted.output !== undefined),
  ];
  return {
    proven:
      sides.some(({ isDeclared }) => isDeclared) && sides.every(({ isDeclared, proven }) => !isDeclared || proven),
    mismatches: sides.flatMap(({ mismatches }) => mismatches),
    unproven: sides.flatMap(({ unproven }) => unproven),
  };
}

function matchSide(
  method: string,
  side: 'input' | 'output',
  subschema: JsonSchemaObject | undefined,
  superschema: JsonSchemaObject | undefined,
  isDeclared: boolean,
) {
  if (!isDeclared) return { isDeclared, proven: false, mismatches: [], unproven: [] };
  if (subschema === undefined || superschema === undefined) {
    return { isDeclared, proven: false, mismatches: [], unproven: [`the tool declares no ${side} schema`] };
  }
  const findings = checkSubschema(subschema, superschema);
  return {
    isDeclared,
    proven: findings.length === 0,
    mismatches: findings
      .filter(({ kind }) => kind === 'mismatch')
      .map(({ pointer, reason }) => ({ method, side, pointer, reason })),
    unproven: findings
      .filter(({ kind }) => kind === 'unproven')
      .map(({ pointer, reason }) => `${side} at "${pointer}": ${reason}`),
  };
}
