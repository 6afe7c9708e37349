import type { LocaleId } from '../contract/block.js';
import type { Requirement } from '../contract/meta.js';
import type { Remark } from '../document/diagnostic-list.js';
import type { CompileEnv } from './compile-env.js';
import { stepRemark } from './remarks.js';
import type { ContractedStep } from './step-ports.js';

type LocaleSets = ReadonlyMap<string, readonly (readonly LocaleId[])[]>;

/** Without these a step does nothing, which is only a warning. */
const dispensable: readonly Requirement[] = ['tm', 'termbase'];

const help: Readonly<Record<Requirement, string>> = {
  'target-language': 'Name a target locale',
  tm: 'Name a translation memory in the project',
  termbase: 'Name a termbase in the project',
  credentials: 'Name stored credentials, or choose a local provider',
  vault: 'Give a vault key, or use a vault in memory',
  exec: 'Allow programs to be run',
  network: 'Allow the network',
};

/** Finds steps that the run does not offer what they need: resources, a target locale, consent to run programs. */
export function checkRequirements(steps: readonly ContractedStep[], sets: LocaleSets, env: CompileEnv): Remark[] {
  return steps.flatMap((step) => [
    ...checkOffers(step, env),
    ...checkTarget(step, sets, env),
    ...(step.contract.exec === true && env.execTrusted !== true ? [untrusted(step)] : []),
  ]);
}

function checkOffers(step: ContractedStep, { offers, strict }: CompileEnv): Remark[] {
  if (offers === undefined) return [];
  return (step.contract.requires ?? [])
    .filter((requirement) => requirement !== 'target-language' && !offers.includes(requirement))
    .map((requirement) => {
      const severity = dispensable.includes(requirement) && strict !== true ? 'warning' : 'error';
      const message = `"${step.tool}" needs ${requirement}, which the run does not offer`;
      return stepRemark(severity, 'requires-missing', step, message, help[requirement]);
    });
}

function checkTarget(step: ContractedStep, sets: LocaleSets, { targetLocales }: CompileEnv): Remark[] {
  if (targetLocales === undefined) return [];
  const { cardinality, requires = [] } = step.contract;
  const hint = help['target-language'];
  if (cardinality === 'bilingual') {
    if (sets.get(step.id)?.length !== 0) return [];
    return [stepRemark('error', 'locale-missing', step, `"${step.tool}" has no target locale in any pass`, hint)];
  }
  if (!requires.includes('target-language') || targetLocales.length > 0) return [];
  return [
    stepRemark('error', 'requires-missing', step, `"${step.tool}" needs a target locale, and the run has none`, hint),
  ];
}

function untrusted(step: ContractedStep): Remark {
  const message = `"${step.tool}" runs code that the flow names, and nobody has consented to it`;
  return stepRemark('error', 'exec-untrusted', step, message, 'Look at what it runs, then trust it');
}
