import { isPlainObject, type JsonSchema } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import type { AskSetting } from '../../model/ask-items.js';
import type { AiConfig } from '../../model/ai-config.js';
import { renderPrompt } from '../../model/content-rule.js';
import type { FoundEntity } from '../../entity/recognizer.js';

/** Settings for asking a model for entities. */
export interface ModelRecognizerConfig extends AiConfig {
  readonly knownTerms: readonly string[];
}

const fields = {
  text: { type: 'string' },
  occurrence: { type: 'integer', minimum: 1 },
  type: { type: 'string' },
  confidence: { type: 'number', minimum: 0, maximum: 1 },
} as const;
const entity = {
  type: 'object',
  properties: fields,
  required: Object.keys(fields),
  additionalProperties: false,
} as const;
const answer: { readonly [name: string]: JsonSchema } = { entities: { type: 'array', items: entity } };

/** Returns the prompt. */
export function entityPrompt({ instruction }: Pick<AiConfig, 'instruction'>, locale: LocaleId): string {
  return renderPrompt(
    [
      `List the entities of the given types in texts of ${locale}.`,
      'The input is JSON: {locale, types, knownTerms, items}. Known terms are no entities.',
      'Answer with JSON: {items: [{id, entities}]}, one for every id and no other.',
      'text repeats the entity letter by letter, and occurrence says which one of several it is, from 1.',
    ],
    instruction,
  );
}

/**
 * Returns the shared settings of requests for entities. A model returns only text and occurrence; positions are looked
 * up.
 */
export function entitySetting(config: ModelRecognizerConfig, locale: LocaleId, types: readonly string[]): AskSetting {
  const head = { locale, types: [...types], knownTerms: [...config.knownTerms] };
  return { config, system: entityPrompt(config, locale), head, answer };
}

/** True when a model's entity has the expected form. */
export function isFoundEntity(value: unknown): value is FoundEntity {
  if (!isPlainObject(value)) return false;
  const { text, occurrence, type, confidence } = value;
  return (
    typeof text === 'string' &&
    typeof type === 'string' &&
    typeof occurrence === 'number' &&
    typeof confidence === 'number' &&
    confidence >= 0 &&
    confidence <= 1
  );
}
