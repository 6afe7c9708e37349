import type { Json } from '@helve/core';
import type { LocaleId, Origin, VariantText } from '../../contract/block.js';
import type { RunEdit } from '../../contract/edit.js';
import type { Path, RunRange, Runs } from '../../contract/run.js';

/** One remark; `note` holds all of a block. */
export type Note = {
  readonly text: string;
  readonly from?: string;
  /** 1 is the highest. */
  readonly priority?: number;
  readonly annotates?: 'source' | 'target' | 'general';
};
export type NoteAnnotation = { readonly type: 'note'; readonly items: readonly Note[] };

/** One proposal for a target. */
export type AltTranslation = {
  readonly source?: Runs;
  readonly target: Runs;
  readonly locale: LocaleId;
  readonly origin?: Origin;
  /** From 0 to 1. */
  readonly score?: number;
  readonly matchType?: 'exact' | 'fuzzy' | 'mt' | 'ai';
  readonly engine?: string;
  readonly toolId?: string;
  /** The stretch of the source that it translates; the whole block without. */
  readonly segment?: RunRange;
  readonly ambiguous?: boolean;
  /** Why it was not taken as the target. */
  readonly rejected?: string;
  readonly repaired?: boolean;
};
export type AltTranslations = { readonly type: 'alt-translations'; readonly items: readonly AltTranslation[] };

export type TermTarget = { readonly text: string; readonly locale: LocaleId; readonly status?: string };

/** A known term under a span. */
export type TermAnnotation = {
  readonly type: 'term';
  readonly text: string;
  readonly conceptId?: string;
  readonly targets: readonly TermTarget[];
  readonly status?: string;
  readonly score?: number;
  readonly matchType?: string;
};

/** A name, date, amount … under a span. `entityType` is one of the vocabulary without `entity:`. */
export type EntityAnnotation = {
  readonly type: 'entity';
  readonly entityType: string;
  /** Do not translate. */
  readonly dnt: boolean;
  readonly by: 'llm' | 'ner' | 'rule' | 'manual';
  readonly confidence?: number;
};

/** Something under a span that may become a term. */
export type TermCandidate = {
  readonly type: 'term-candidate';
  readonly definition?: string;
  readonly category?: string;
  readonly translatability?: 'dnt' | 'consistent' | 'free';
  readonly confidence?: number;
  readonly status?: string;
};

/** Severities of findings, from the least to the most severe. */
export const severities = Object.freeze(['neutral', 'minor', 'major', 'critical'] as const);
export type Severity = (typeof severities)[number];

/** One thing that a check found. Its positions are spans with its id. */
export type Finding = {
  readonly id: string;
  /** `<check>.<name>`: it never changes meaning. */
  readonly rule: string;
  readonly check: string;
  readonly severity: Severity;
  readonly message: string;
  readonly suggestion?: string;
  readonly fix?: { readonly variant: VariantText | null; readonly edits: readonly RunEdit[] };
  readonly side: 'source' | 'target';
  readonly variant?: VariantText;
  readonly path?: Path;
  readonly subject?: string;
  readonly fingerprint: string;
  readonly metadata?: { readonly [key: string]: Json };
  /** The content under it changed since. */
  readonly stale?: boolean;
  readonly suppressed?: boolean;
};

/** The findings of one side, with the score of all of them. */
export type FindingsAnnotation = {
  readonly type: 'findings';
  readonly findings: readonly Finding[];
  readonly score: number;
};

/** A number for the source and for each variant; `forms` lists every form of a plural. */
export type CountAnnotation<Type extends string> = {
  readonly type: Type;
  readonly source?: number;
  readonly targets?: { readonly [variant: VariantText]: number };
  readonly forms?: { readonly [path: string]: number };
};
export type WordCount = CountAnnotation<'word-count'>;
export type SegCount = CountAnnotation<'seg-count'>;
export type CharCount = {
  readonly type: 'char-count';
  readonly source?: number;
  readonly sourceNoSpace?: number;
  readonly graphemes?: number;
  readonly targets?: { readonly [variant: VariantText]: Json };
  readonly forms?: { readonly [path: string]: Json };
};

/** The best match of a memory, by variant. */
export type TmMatchAnnotation = {
  readonly type: 'tm-match';
  readonly matches: {
    readonly [variant: VariantText]: {
      readonly score: number;
      readonly tier: string;
      readonly ambiguous: boolean;
      readonly matched: number;
      readonly total: number;
    };
  };
};

export type Repetition = {
  readonly type: 'repetition';
  readonly status: 'unique' | 'first' | 'repetition';
  readonly group: string;
  readonly count: number;
  readonly index: number;
};

export type Diff = {
  readonly type: 'diff';
  readonly status: 'new' | 'unchanged' | 'leveraged' | 'modified';
  readonly score?: number;
  readonly ref?: string;
};

export type Comparison = {
  readonly type: 'comparison';
  readonly status: 'identical' | 'different' | 'missing-1' | 'missing-2' | 'missing-both';
  readonly ratio: number;
  readonly diff: readonly Json[];
};

export type Structure = {
  readonly type: 'structure';
  readonly role?: string;
  readonly plane?: string;
  readonly visibility?: string;
  readonly level?: number;
};

/** When a subtitle is shown. */
export type Timing = { readonly type: 'timing'; readonly startMs: number; readonly endMs: number };

/** Where recognised text stood on its page. */
export type Geometry = {
  readonly type: 'geometry';
  readonly page?: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Relations = {
  readonly type: 'relations';
  readonly items: readonly { readonly type: string; readonly to: string }[];
};

/** Where recognised source text came from. */
export type SourceOrigin = { readonly type: 'source-origin' } & Origin;

/** Data redacted from a block; the originals are in the vault alone. */
export type RedactionSecret = {
  readonly type: 'redaction.secret';
  readonly tokens: readonly { readonly id: string; readonly category: string; readonly part?: string }[];
};

/** Where an editor has hold of the content. */
export type EditorAnchor = {
  readonly type: 'editor-anchor';
  readonly system: string;
  readonly ref: string;
  readonly extra?: { readonly [key: string]: Json };
};

/** A payload whose fields belong to the tool that writes it. */
export type FreePayload<Type extends string> = { readonly type: Type; readonly [field: string]: Json };

/** Every payload that is registered from the start, by type. */
export interface PayloadTypes {
  readonly note: NoteAnnotation;
  readonly 'alt-translations': AltTranslations;
  readonly term: TermAnnotation;
  readonly entity: EntityAnnotation;
  readonly 'term-candidate': TermCandidate;
  readonly findings: FindingsAnnotation;
  readonly 'word-count': WordCount;
  readonly 'char-count': CharCount;
  readonly 'seg-count': SegCount;
  readonly 'tm-match': TmMatchAnnotation;
  readonly repetition: Repetition;
  readonly diff: Diff;
  readonly comparison: Comparison;
  readonly structure: Structure;
  readonly timing: Timing;
  readonly geometry: Geometry;
  readonly relations: Relations;
  readonly 'source-origin': SourceOrigin;
  readonly 'redaction.secret': RedactionSecret;
  readonly 'editor-anchor': EditorAnchor;
  readonly 'scoping-report': FreePayload<'scoping-report'>;
  readonly review: FreePayload<'review'>;
  readonly 'brand-voice': FreePayload<'brand-voice'>;
  readonly 'entity-mapping': FreePayload<'entity-mapping'>;
  readonly encoding: FreePayload<'encoding'>;
  readonly segmentation: FreePayload<'segmentation'>;
  readonly alignment: FreePayload<'alignment'>;
  readonly protected: FreePayload<'protected'>;
}
