import { isPlainObject, type JsonSchema } from '@helve/core';
import type { LocaleId } from '@helve/flow';
import type { AskSetting } from '../../model/ask-items.js';
import type { AiConfig } from '../../model/ai-config.js';
import { promptOf } from '../../model/content-rule.js';
import type { FoundEntity } from '../../entity/recognizer.js';

/** How a model is asked for entities. */
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

/** What the model is told before the texts. */
export function entityPrompt({ instruction }: Pick<AiConfig, 'instruction'>, locale: LocaleId): string {
  return promptOf(
    [
      `List the entities of the given types in texts of ${locale}.`,
      'The input is JSON: {locale, types, knownTerms, items}. Known terms are no entities.',
      'Answer with JSON: {items: [{id, entities}]}, one for every id and no other.',
      'text repeats the entity letter by letter, and occurrence says which one of several it is, from 1.',
    ],
    instruction,
  );
}

/** What requests for entities share. A model gives text and number alone: where they stand is looked up. */
export function entitySetting(config: ModelRecognizerConfig, locale: LocaleId, types: readonly string[]): AskSetting {
  const head = { locale, types: [...types], knownTerms: [...config.knownTerms] };
  return { config, system: entityPrompt(config, locale), head, answer };
}

/** Whether a model named an entity as it should. */
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
