import type { StepContext } from '@helve/flow';
import { askItems } from '../../model/ask-items.js';
import { engineName } from '../../model/ask-model.js';
import { targetLocale } from '../../tool-kit/target-locale.js';
import type { Translator } from '../../tool-kit/translate/translate-work.js';
import { tagForm } from '../../tool-kit/translate/verify-answer.js';
import { promptFor, itemContext } from './prompt.js';
import type { TranslateConfig } from './translate-config.js';

/** Creates a translator from a language model. */
export function modelTranslator(config: TranslateConfig, ctx: StepContext): Translator {
  const { source: from } = ctx.locales;
  const to = targetLocale(ctx);
  const system = promptFor(config, from, to);
  const setting = { config, system, head: { from, to }, answer: { text: { type: 'string' } } } as const;
  const settings = { ...config, useTm: config.useTm && !isRedactedEgress(ctx) };
  return {
    kind: 'ai',
    engine: engineName(config),
    form: tagForm,
    shapedBy: { provider: config.provider, model: config.model ?? '', prompt: system },
    contextOf: (block, unit, neighbours) => itemContext(block, unit, to, settings, neighbours),
    ask: (items) => askItems(items, setting, ctx),
  };
}

/** True in a run that redacts: a memory may still propose the secrets of other texts, which no step has extracted. */
function isRedactedEgress({ resources, step }: StepContext): boolean {
  return resources.vault !== undefined && step.contract?.sideEffects?.includes('remote-source-egress') === true;
}
