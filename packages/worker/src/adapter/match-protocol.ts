import { deepFreeze, nearestNames } from '@helve/core';
import type { StructuralSurface } from '../surface/structural-surface.js';
import { matchLevels, type AdapterVerdict, type MatchLevel } from './adapter-verdict.js';
import { matchMethod } from './match-method.js';
import type { ProtocolMembers } from './protocol-members.js';

export interface MatchOptions {
  /** Treats unproven aspects as mismatches. */
  readonly strict?: boolean;
}

const noSurface: AdapterVerdict = deepFreeze({
  compatible: false,
  level: null,
  missingMethods: [],
  missingProperties: [],
  paramMismatches: [],
  schemaMismatches: [],
  unproven: [],
  reason: 'The manifest of the capability has no surface',
  suggestion: 'Refresh it with `helve worker manifest`',
});

/** Matches the protocol of an adapter against the recorded surface of a capability, which need not be loaded. */
export function matchProtocol(
  protocol: ProtocolMembers,
  surface: StructuralSurface | undefined,
  { strict = false }: MatchOptions = {},
): AdapterVerdict {
  if (surface === undefined) return noSurface;
  const known = new Map(
    surface.methods.filter((method) => method.static !== true).map((method) => [method.name, method]),
  );
  const missingMethods = protocol.methods.map(({ name }) => name).filter((name) => !known.has(name));
  const missingProperties = protocol.properties.filter((name) => !surface.properties.includes(name));
  const matches = protocol.methods.flatMap((wanted) => {
    const found = known.get(wanted.name);
    return found === undefined ? [] : [matchMethod(wanted, found)];
  });
  const found = {
    missingMethods,
    missingProperties,
    paramMismatches: matches.flatMap(({ paramMismatches }) => paramMismatches),
    schemaMismatches: matches.flatMap(({ schemaMismatches }) => schemaMismatches),
    unproven: matches.flatMap(({ unproven }) => unproven),
  };
  const reasons = collectReasons(found, strict);
  const compatible = reasons.length === 0;
  return deepFreeze({
    compatible,
    level: compatible ? lowest(matches.map(({ level }) => level)) : null,
    ...found,
    reason: reasons.join('; '),
    suggestion: compatible ? '' : suggestionFor(missingMethods, [...known.keys()], strict),
  });
}

function collectReasons(
  found: Pick<
    AdapterVerdict,
    'missingMethods' | 'missingProperties' | 'paramMismatches' | 'schemaMismatches' | 'unproven'
  >,
  strict: boolean,
): readonly string[] {
  return [
    ...found.missingMethods.map((name) => `There is no method "${name}"`),
    ...found.missingProperties.map((name) => `There is no property "${name}"`),
    ...found.paramMismatches.map(
      ({ method, protocolParams, surfaceParams }) =>
        `"${method}" is called with (${protocolParams.join(', ')}) and takes (${surfaceParams.join(', ')})`,
    ),
    ...found.schemaMismatches.map(
      ({ method, side, pointer, reason }) => `The ${side} of "${method}" does not fit at "${pointer}": ${reason}`,
    ),
    ...(strict ? found.unproven.map((text) => `Not proven: ${text}`) : []),
  ];
}

function suggestionFor(missing: readonly string[], known: readonly string[], strict: boolean): string {
  const near = missing.flatMap((name) => nearestNames(name, known, 1).map((other) => `"${other}" for "${name}"`));
  if (near.length > 0) return `Perhaps the tool means ${near.join(', ')}`;
  return strict
    ? 'Use another adapter, declare schemas that can be compared, or match without `strict`'
    : 'Use another adapter';
}

/** Returns the lowest level; a protocol without methods requires names only. */
function lowest(levels: readonly MatchLevel[]): MatchLevel {
  const [first = matchLevels.name, ...rest] = levels;
  return rest.reduce<MatchLevel>((least, level) => (level < least ? level : least), first);
}
