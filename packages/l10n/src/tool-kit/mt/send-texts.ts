import type { JsonObject } from '@helve/core';
import type { LocaleId, StepContext } from '@helve/flow';
import { L10nError } from '../../l10n-errors.js';
import { MT_TRANSLATE, type MtText, type MtTranslation } from '../../mt/contract.js';
import { demoTranslation } from '../../mt/demo-translation.js';
import type { MtAnswer } from '../../mt/mt-translate-contract.js';

/** Translations in the order of the texts, and the call that gave them. */
export interface SentTexts {
  readonly texts: readonly MtTranslation[];
  readonly reference: string;
}

/** Has texts translated that one request can hold. */
export type SendTexts = (texts: readonly MtText[]) => Promise<SentTexts>;

/** The offline engine. */
export function sendToDemo(to: LocaleId): SendTexts {
  return async (texts) => ({ texts: texts.map(({ text }) => demoTranslation(text, to)), reference: 'demo' });
}

/** What a vendor is asked with besides the texts. */
export interface VendorSetting {
  readonly engine: string;
  readonly from: LocaleId;
  readonly to: LocaleId;
  readonly options: JsonObject;
  readonly credential?: string;
  readonly endpoint?: string;
}

/** A vendor, through the call line. */
export function sendToVendor(setting: VendorSetting, ctx: StepContext): SendTexts {
  return async (texts) => {
    // Texts with their terms are plain data.
    const input = { ...setting, texts } as unknown as JsonObject;
    const response = await ctx.call({ tool: MT_TRANSLATE, input, signal: ctx.signal });
    if (!response.ok) {
      const { type, message, retryable, retryAfterMs } = response.error;
      throw new L10nError(type, message, { retryable, retryAfterMs, code: 'L10N_PROVIDER' });
    }
    // The record checks what it gives against its schema.
    const { texts: translations } = response.data as MtAnswer;
    return { texts: translations, reference: String(response.meta.requestId) };
  };
}
