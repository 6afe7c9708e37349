import type { Json } from '@helve/core';
import type { Claim, Engine, JobDetail, JobUnit, UnitFile } from '../contract/engine.js';
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
  /** Returns the note of this attempt, or of an earlier one, under a name. */
  noted(name: string): Json | undefined;
  /** Notes what is about to be seen outside; it is on the disk when this resolves. */
  note(name: string, value: Json): Promise<void>;
  /** The value of a signal that came, or undefined. */
  signalled(name: string): Json | undefined;
}

/** The end of the work on one unit: an output, or a signal to wait for. */
export type UnitOutcome =
  | { readonly output: Json; readonly files?: readonly UnitFile[]; readonly adds?: readonly JobUnit[] }
  | { readonly waitFor: string; readonly untilMs?: number };

export function unitContext(engine: Engine, claim: Claim, job: JobDetail, signal: AbortSignal): UnitContext {
  const done = new Map(Object.entries(claim.done));
  const plan = job.plan?.hash ?? job.build;
  const noteKey = (name: string) => stepKey({ job: claim.job, plan, unit: claim.unit.id, node: name, input: null });
  const record = (key: string, output: Json, isEffect: boolean) =>
    engine.journal(claim, { kind: 'step', key, output, effect: isEffect });
  return {
    claim,
    job,
    signal,
    async step(node, input, work, effect = 'none') {
      const key = stepKey({ job: claim.job, plan, unit: claim.unit.id, node, input });
      const known = done.get(key);
      if (known !== undefined) return known;
      if (effect === 'once') await record(begunKey(key), null, true);
      const output = await work(key);
      await record(key, output, effect !== 'none');
      done.set(key, output);
      return output;
    },
    noted: (name) => done.get(noteKey(name)),
    async note(name, value) {
      await record(noteKey(name), value, true);
      done.set(noteKey(name), value);
    },
    signalled: (name) => claim.signals[name],
  };
}
