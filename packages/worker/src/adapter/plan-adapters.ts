import { deepFreeze, nearestNames } from '@helve/core';
import { CapabilityInputError } from '../error/input-errors.js';
import type { StructuralSurface } from '../surface/structural-surface.js';
import type { AdapterVerdict } from './adapter-verdict.js';
import { matchProtocol, type MatchOptions } from './match-protocol.js';
import type { ProtocolMembers } from './protocol-members.js';

/** Facts about an adapter that binding needs. */
export interface AdapterCandidate {
  readonly name: string;
  readonly taskName: string;
  readonly protocolMembers: ProtocolMembers;
}

/** An adapter that was not bound, and the reason. */
export interface AdapterFailure {
  readonly name: string;
  readonly taskName: string;
  readonly reason: string;
}

/** The adapters of a worker. */
export interface AdapterPlan<Candidate> {
  readonly bound: readonly Candidate[];
  /** Empty when a list was given: a list is bound as a whole or refused. */
  readonly failures: readonly AdapterFailure[];
}

export interface PlanOptions extends MatchOptions {
  readonly capabilityName: string;
  /** The adapters to bind. Default: every adapter that fits. */
  readonly list?: readonly string[];
}

/** Returns the verdict on every adapter for one recorded surface, by name. */
export function matchAdapters(
  candidates: readonly AdapterCandidate[],
  surface: StructuralSurface | undefined,
  options: MatchOptions = {},
): ReadonlyMap<string, AdapterVerdict> {
  return new Map(
    candidates.map(({ name, protocolMembers }) => [name, matchProtocol(protocolMembers, surface, options)]),
  );
}

/** Decides which adapters a capability that is not loaded yet will get. */
export function planAdapters<Candidate extends AdapterCandidate>(
  candidates: readonly Candidate[],
  surface: StructuralSurface | undefined,
  { capabilityName, list, strict = false }: PlanOptions,
): AdapterPlan<Candidate> {
  const wanted = list === undefined ? byName(candidates) : listed(candidates, list, capabilityName);
  const verdicts = matchAdapters(wanted, surface, { strict });
  const fitting = wanted.filter(({ name }) => verdicts.get(name)?.compatible === true);
  if (list === undefined) return firstPerTask(fitting);
  const misfits = wanted.filter(({ name }) => verdicts.get(name)?.compatible !== true);
  if (misfits.length > 0) {
    const reasons = misfits.map(({ name }) => `"${name}" does not fit: ${verdicts.get(name)?.reason ?? ''}`);
    throw refused(capabilityName, reasons.join('; '));
  }
  const { bound, failures } = firstPerTask(fitting);
  if (failures.length === 0) return { bound, failures };
  throw refused(capabilityName, failures.map(({ name, reason }) => `"${name}": ${reason}`).join('; '));
}

function byName<Candidate extends AdapterCandidate>(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function listed<Candidate extends AdapterCandidate>(
  candidates: readonly Candidate[],
  list: readonly string[],
  capabilityName: string,
): readonly Candidate[] {
  const known = new Map(candidates.map((candidate) => [candidate.name, candidate]));
  const unknown = list.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const near = unknown.flatMap((name) => nearestNames(name, known.keys(), 1));
    const hint = near.length === 0 ? '' : `; there is ${near.map((name) => `"${name}"`).join(', ')}`;
    throw refused(capabilityName, `there is no adapter ${unknown.map((name) => `"${name}"`).join(', ')}${hint}`);
  }
  const twice = list.filter((name, index) => list.indexOf(name) !== index);
  if (twice.length > 0) throw refused(capabilityName, `"${twice.join('", "')}" is listed twice`);
  return list.flatMap((name) => known.get(name) ?? []);
}

function firstPerTask<Candidate extends AdapterCandidate>(candidates: readonly Candidate[]): AdapterPlan<Candidate> {
  const byTask = new Map<string, Candidate>();
  const failures: AdapterFailure[] = [];
  for (const candidate of candidates) {
    const { name, taskName } = candidate;
    const first = byTask.get(taskName);
    if (first === undefined) byTask.set(taskName, candidate);
    else failures.push({ name, taskName, reason: `the task "${taskName}" already has "${first.name}"` });
  }
  return { bound: [...byTask.values()], failures: deepFreeze(failures) };
}

function refused(capabilityName: string, problem: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot bind adapters to "${capabilityName}": ${problem}`, {
    fieldsInvalid: ['adapters'],
    capabilityName,
  });
}
