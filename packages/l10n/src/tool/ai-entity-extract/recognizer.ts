import type { StepContext } from '@helve/flow';
import { createLocalRecognizer } from '../../entity/local-recognizer.js';
import type { Recognizer } from '../../entity/recognizer.js';

/** Resource URI of the recognizer on this machine. */
export const localRecognizerUri = 'recognizer:local';

/** The rule-based recognizer, which stands in for a model if there is none. */
export const ruleRecognizer: Recognizer = createLocalRecognizer();

/** Returns the registered recognizer; undefined when nothing, or something else, is registered. */
export function localRecognizer({ resources }: Pick<StepContext, 'resources'>): Recognizer | undefined {
  const resource = resources.get(localRecognizerUri);
  return isRecognizer(resource) ? resource : undefined;
}

function isRecognizer(value: unknown): value is Recognizer {
  return typeof value === 'object' && value !== null && 'recognize' in value && typeof value.recognize === 'function';
}
