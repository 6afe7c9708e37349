import type { Overlay } from './overlay.js';
import type { Payload } from './payload.js';
import type { Runs } from './run.js';

/** A BCP 47 tag in canonical form. */
export type LocaleId = string;

/** The text form of a variant: `fr-FR;tone=formal;channel=email`. */
export type VariantText = string;

/** One flavour of a translation. */
export interface VariantKey {
  readonly locale: LocaleId;
  readonly tone?: string;
  readonly channel?: string;
}

/** Statuses of a target, from the least to the most trusted. */
export const targetStatuses = Object.freeze(['new', 'draft', 'translated', 'reviewed', 'signed-off'] as const);
export type TargetStatus = (typeof targetStatuses)[number];

/** Kinds of authors of content. */
export const originKinds = Object.freeze(['human', 'tm', 'mt', 'ai', 'ocr', 'asr', 'llm-refined', 'tool'] as const);
export type OriginKind = (typeof originKinds)[number];

export interface Origin {
  readonly kind: OriginKind;
  readonly engine?: string;
  readonly tool?: string;
  readonly toolVersion?: string;
  readonly reference?: string;
  readonly timestamp?: string;
  readonly confidence?: number;
}

/** The chosen content of one variant. Proposals are an annotation, not a target. */
export interface Target {
  readonly runs: Runs;
  readonly status: TargetStatus;
  readonly origin?: Origin;
  readonly score?: number;
}

/** Hashes of a block's source and context; each is computed when it is first read. */
export interface Identity {
  contentHash?: string;
  structureHash?: string;
  contextHash?: string;
}

export type LengthUnit = 'chars' | 'graphemes' | 'utf16' | 'utf8';

/** Hints for an editor: context of a block and the maximum length of its text. */
export interface DisplayHint {
  readonly preview?: string;
  readonly context?: string;
  readonly maxLength?: number;
  readonly unit?: LengthUnit;
  readonly contentType?: string;
}

/** Location of a block's bytes in the document it was read from. */
export interface SkeletonRef {
  readonly format: string;
  readonly entry: number;
}

/**
 * One piece of translatable content. Runs and targets are frozen and replaced; overlays, annotations and properties are
 * edited in place. `source` is assigned by the applier only.
 */
export interface Block {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly mimeType?: string;
  readonly translatable: boolean;
  readonly sourceLocale: LocaleId;
  source: Runs;
  targets: Record<VariantText, Target>;
  overlays: Overlay[];
  annotations: Record<string, Payload>;
  properties: Record<string, string>;
  identity: Identity;
  readonly displayHint?: DisplayHint;
  readonly preserveWhitespace: boolean;
  readonly referent: boolean;
  readonly skeleton?: SkeletonRef;
  readonly contentRef?: string;
}
