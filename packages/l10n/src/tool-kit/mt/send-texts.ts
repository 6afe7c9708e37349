import type { JsonObject } from '@helve/core';
import type { LocaleId, StepContext } from '@helve/flow';
import { L10nError } from '../../l10n-errors.js';
import { MT_TRANSLATE, type MtText, type MtTranslation } from '../../mt/contract.js';
import { demoTranslation } from '../../mt/demo-translation.js';
import type { MtAnswer } from '../../mt/mt-translate-contract.js';

/** Translations in the order of the texts, and the id of their call. */
export interface SentTexts {
  readonly texts: readonly MtTranslation[];
  readonly reference: string;
}

/** Translates texts that fit into one request. */
export type SendTexts = (texts: readonly MtText[]) => Promise<SentTexts>;

/** Creates the sender of the offline engine. */
export function sendToDemo(to: LocaleId): SendTexts {
  return async (texts) => ({ texts: texts.map(({ text }) => demoTranslation(text, to)), reference: 'demo' });
}

/** Request parameters of a vendor besides the texts. */
export interface VendorSetting {
  readonly engine: string;
  readonly from: LocaleId;
  readonly to: LocaleId;
  readonly options: JsonObject;
  readonly credential?: string;
  readonly endpoint?: string;
}

/** Creates the sender to a vendor, through tool calls. */
export function sendToVendor(setting: VendorSetting, ctx: StepContext): SendTexts {
  return async (texts) => {
    // Texts with their terms are plain data.
    const input = { ...setting, texts } as unknown as JsonObject;
    const response = await ctx.call({ tool: MT_TRANSLATE, input, signal: ctx.signal });
    if (!response.ok) {
      const { type, message, retryable, retryAfterMs } = response.error;
      throw new L10nError(type, message, { retryable, retryAfterMs, code: 'L10N_PROVIDER' });
    }
    // The tool checks its output against its schema.
    const { texts: translations } = response.data as MtAnswer;
    return { texts: translations, reference: String(response.meta.requestId) };
  };
}
