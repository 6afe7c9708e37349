import type { LocaleTable } from './locale-table.js';

/** A text to translate: HTML whose tags carry the ids of codes, and the terms that should be used in it. */
export interface MtText {
  readonly text: string;
  readonly terms?: readonly { readonly source: string; readonly target: string }[];
}

/** What a vendor can be told beyond others, by the names of parameters. */
export type MtOptions = { readonly [name: string]: unknown };

/** Texts that travel together, with locales under the vendor's names. */
export interface MtJob {
  readonly texts: readonly MtText[];
  readonly from: string;
  readonly to: string;
  readonly options: MtOptions;
}

/** How the vendor is reached. */
export interface MtAccess {
  readonly key: string;
  /** Another address than the vendor's. */
  readonly endpoint?: string | undefined;
}

/** A request as it goes over the wire. */
export interface MtHttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

/** A translation, and how sure the vendor is of it where it says so. */
export interface MtTranslation {
  readonly text: string;
  readonly confidence?: number;
}

/** What one request may hold. */
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
  /** It answers without a key too. */
  readonly keyOptional?: true;
  /** It can be told the terms of each text. */
  readonly takesTerms?: true;
  /** The options that all tools have and this vendor has no use for. */
  readonly ignores: readonly ('glossary' | 'formality')[];
  request(job: MtJob, access: MtAccess): MtHttpRequest;
  /** The translations in an answer, undefined when it is of no known form. */
  read(answer: unknown): readonly MtTranslation[] | undefined;
  /** The failure that an answer with status 200 tells, as a status. */
  failure?(answer: unknown): number | undefined;
}

/** The id of the record that asks engines. */
export const MT_TRANSLATE = 'mt.translate';
