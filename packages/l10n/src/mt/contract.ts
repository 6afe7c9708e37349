import type { LocaleTable } from './locale-table.js';

/** A text to translate: HTML whose tags carry the ids of codes, and the terms that should be used in it. */
export interface MtText {
  readonly text: string;
  readonly terms?: readonly { readonly source: string; readonly target: string }[];
}

/** Options of single vendors, by the names of parameters. */
export type MtOptions = { readonly [name: string]: unknown };

/** Texts of one request, with locales under the vendor's names. */
export interface MtJob {
  readonly texts: readonly MtText[];
  readonly from: string;
  readonly to: string;
  readonly options: MtOptions;
}

/** Access to a vendor. */
export interface MtAccess {
  readonly key: string;
  /** Address to use instead of the vendor's. */
  readonly endpoint?: string | undefined;
}

/** An HTTP request. */
export interface MtHttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

/** A translation, with the vendor's confidence if it gives one. */
export interface MtTranslation {
  readonly text: string;
  readonly confidence?: number;
}

/** Limits of one request. */
export interface MtLimits {
  readonly maxTexts: number;
  readonly maxSize: number;
  readonly unit: 'bytes' | 'code-points';
}

/** One vendor: its limits and names as data, its requests and answers as pure functions. */
export interface MtEngine {
  readonly id: string;
  readonly locales: LocaleTable;
  limits(options: MtOptions): MtLimits;
  /** True when it also works without a key. */
  readonly keyOptional?: true;
  /** True when it accepts the terms of each text. */
  readonly takesTerms?: true;
  /** The common options that this vendor does not support. */
  readonly ignores: readonly ('glossary' | 'formality')[];
  request(job: MtJob, access: MtAccess): MtHttpRequest;
  /** Parses the translations in a response; returns undefined for an unknown form. */
  read(answer: unknown): readonly MtTranslation[] | undefined;
  /** Returns the failure, as a status, that a response with status 200 reports. */
  failure?(answer: unknown): number | undefined;
}

/** Id of the tool that asks engines. */
export const MT_TRANSLATE = 'mt.translate';
