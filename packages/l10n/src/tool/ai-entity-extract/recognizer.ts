import type { StepContext } from '@helve/flow';
import { createLocalRecognizer } from '../../entity/local-recognizer.js';
import type { Recognizer } from '../../entity/recognizer.js';

/** Where a run keeps the recogniser of this machine. */
export const localRecognizerUri = 'recognizer:local';

/** The recogniser by rules, which stands in for a model where there is none. */
export const ruleRecognizer: Recognizer = createLocalRecognizer();

/** The recogniser of this machine, as the run registered it; undefined when nothing is registered, or what is none. */
export function localRecognizer({ resources }: Pick<StepContext, 'resources'>): Recognizer | undefined {
  const resource = resources.get(localRecognizerUri);
  return isRecognizer(resource) ? resource : undefined;
}

function isRecognizer(value: unknown): value is Recognizer {
  return typeof value === 'object' && value !== null && 'recognize' in value && typeof value.recognize === 'function';
}
