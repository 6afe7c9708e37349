import { AnnoNote, payloadOf, type Block, type LocaleId, type Runs, type Target } from '@helve/flow';
import type { SkeletonValue } from '@helve/flow/content';
import type { JsonTree, TreeMember } from '../json/json-tree.js';
import { runsDigest } from '../runs-digest.js';
import { sameRuns } from '../same-runs.js';
import type { Catalog } from './catalog.js';
import type { Localization } from './localization.js';
import { catalogState } from './state.js';

/** A language of an entry, with its own spelling in the catalog. */
export interface EntryLanguage {
  readonly locale: LocaleId;
  readonly member: TreeMember;
  /** Absent where nobody knows what the catalog says. */
  readonly content: Localization | undefined;
}

/** Skeleton entry of an entry with all its languages. */
export class CatalogEntry implements SkeletonValue {
  readonly kind = 'ref';
  readonly side = 'target';
  readonly blockId: string;
  readonly offset: number;
  readonly length: number;
  readonly catalog: Catalog;
  /** Text of the entry, in which its member stands. */
  readonly tree: JsonTree;
  readonly member: TreeMember;
  readonly source: Runs;
  readonly languages: readonly EntryLanguage[];
  /** Its comment, which is the note of its block. */
  readonly comment: string | undefined;

  constructor(
    blockId: string,
    { offset, length }: { readonly offset: number; readonly length: number },
    facts: Pick<CatalogEntry, 'catalog' | 'tree' | 'member' | 'source' | 'languages' | 'comment'>,
  ) {
    this.blockId = blockId;
    this.offset = offset;
    this.length = length;
    this.catalog = facts.catalog;
    this.tree = facts.tree;
    this.member = facts.member;
    this.source = facts.source;
    this.languages = facts.languages;
    this.comment = facts.comment;
  }

  get digest(): string {
    return runsDigest(this.source);
  }

  /** The language of a locale, if the entry has it. */
  language(locale: LocaleId): EntryLanguage | undefined {
    return this.languages.find((one) => one.locale === locale);
  }

  /** Targets of a block that are not what the catalog says. */
  changedTargets(block: Block): readonly (readonly [LocaleId, Target])[] {
    return Object.entries(block.targets).filter(([locale, target]) => {
      const known = this.language(locale)?.content;
      return (
        known === undefined ||
        catalogState(known.status) !== catalogState(target.status) ||
        !sameRuns(known.runs, target.runs)
      );
    });
  }

  isSourceChanged(block: Block): boolean {
    return !sameRuns(this.source, block.source);
  }

  /** The comment that a block wants in the place of the one that is there; undefined where nothing changes. */
  changedComment({ annotations }: Block): string | undefined {
    const note = payloadOf(annotations[AnnoNote], 'note')?.items[0]?.text;
    return this.comment === undefined || note === this.comment ? undefined : note;
  }

  isChanged(block: Block): boolean {
    if (this.changedComment(block) !== undefined) return true;
    return this.isSourceChanged(block) || this.changedTargets(block).length > 0;
  }
}
