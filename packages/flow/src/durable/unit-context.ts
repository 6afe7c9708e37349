import type { Json, JsonObject } from '@helve/core';
import type { Claim, Engine, JobDetail, JobUnit, UnitFile, UnitLogLine } from '../contract/engine.js';
import { begunKey } from './begun-step.js';
import { stepKey } from './step-key.js';

/**
 * How a step may be repeated after its worker was lost: freely, with a key that its receiver honours, or not at all,
 * since nobody could tell whether it has happened.
 */
export type StepEffect = 'none' | 'keyed' | 'once';

/** Context of the work on one unit. */
export interface UnitContext {
  readonly claim: Claim;
  readonly job: JobDetail;
  /** Aborted when the claim is lost or the unit is to yield. */
  readonly signal: AbortSignal;
  /** Does a step once: what an earlier attempt has recorded is not done again. `key` goes along with every effect. */
  step(node: string, input: Json, work: (key: string) => Promise<Json>, effect?: StepEffect): Promise<Json>;
  /** The key of a step. */
  keyOf(node: string, input: Json): string;
  /** Does what has this key once; without a result there is no record of it. */
  once(key: string, work: () => Promise<Json | undefined>, effect: StepEffect): Promise<Json | undefined>;
  /** Returns what this attempt, or an earlier one, has recorded under a key. */
  recorded(key: string): Json | undefined;
  /** Returns the note of this attempt, or of an earlier one, under a name. */
  noted(name: string): Json | undefined;
  /** Notes what is about to be seen outside; it is on the disk when this resolves. */
  note(name: string, value: Json): Promise<void>;
  /** The value of a signal that came, or undefined. */
  signalled(name: string): Json | undefined;
  /** Shows a line to those who look at the job. */
  log(line: UnitLogLine): void;
}

/** The end of the work on one unit: an output, a signal to wait for, or an error that the unit knows by itself. */
export type UnitOutcome =
  | { readonly output: Json; readonly files?: readonly UnitFile[]; readonly adds?: readonly JobUnit[] }
  | { readonly waitFor: string; readonly untilMs?: number }
  | { readonly error: JsonObject; readonly retry: boolean; readonly afterMs?: number };

export function unitContext(
  engine: Engine,
  claim: Claim,
  job: JobDetail,
  signal: AbortSignal,
  log: UnitContext['log'],
): UnitContext {
  const done = new Map(Object.entries(claim.done));
  const plan = job.plan?.hash ?? job.build;
  const keyOf = (node: string, input: Json) => stepKey({ job: claim.job, plan, unit: claim.unit.id, node, input });
  const noteKey = (name: string) => keyOf(name, null);
  const record = async (key: string, output: Json, isEffect: boolean) => {
    await engine.journal(claim, { kind: 'step', key, output, effect: isEffect });
    done.set(key, output);
  };
  const once: UnitContext['once'] = async (key, work, effect) => {
    const known = done.get(key);
    if (known !== undefined) return known;
    if (effect === 'once') await record(begunKey(key), null, true);
    const output = await work();
    if (output !== undefined) await record(key, output, effect !== 'none');
    return output;
  };
  return {
    claim,
    job,
    signal,
    keyOf,
    once,
    async step(node, input, work, effect = 'none') {
      const key = keyOf(node, input);
      return (await once(key, () => work(key), effect)) ?? null;
    },
    recorded: (key) => done.get(key),
    noted: (name) => done.get(noteKey(name)),
    note: (name, value) => record(noteKey(name), value, true),
    signalled: (name) => claim.signals[name],
    log,
  };
}
