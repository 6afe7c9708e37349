import type { Json, ToolContract } from '@helve/core';
import {
  aBoolean,
  aCount,
  aCountOrNone,
  aDuration,
  aFunction,
  aShare,
  check,
  checkOptions,
  type OptionChecks,
} from '@helve/core/options';
import { agentErrors } from '../agent-errors.js';
import { defaultSynonyms, type Synonyms } from './keyword/synonyms.js';
import { keywordScorer } from './keyword/keyword-scorer.js';
import { toCatalogScorer, type CatalogScorer, type Scorer } from './scorer.js';
import type { PickableTool } from './tool-card.js';

/** A tool that fits the question. */
export interface PickResult<Tool extends PickableTool = PickableTool> {
  /** The tool as it was given. */
  readonly tool: Tool;
  /** From 0 to 1. */
  readonly score: number;
  /** Explains a result that more than the score decided: a timeout, or a note of the scorer. */
  readonly reason?: string;
  /** True when it was requested by name. */
  readonly always?: true;
  /** With `debug`: the scorer, and how the score came about. */
  readonly provenance?: { readonly scorer: string; readonly timedOut?: true; readonly details?: Json };
}

/** A tool that could not be scored. */
export interface DroppedTool {
  readonly name: string;
  readonly reason: string;
}

/** Options of a choice. */
export interface PickOptions {
  /** Maximum number of tools. Default: 3. */
  readonly maxCandidates?: number;
  /** Minimum score. Default: 0.05. */
  readonly minScore?: number;
  /** Returns true for tools that may be chosen; runs before scoring. */
  readonly filter?: (tool: ToolContract) => boolean;
  /** Admits tools that are marked as unsafe or have no schema. */
  readonly allowUnsafe?: boolean;
  /** Replaces the keyword scorer. */
  readonly scorer?: Scorer;
  /** Time limit of the whole choice; when it passes, the first tools in order are returned, flagged. */
  readonly timeoutMs?: number;
  /** Adds the scorer and an explanation to each result. */
  readonly debug?: boolean;
  /** Names of tools to return whatever they score, on top of the others; safe ones only. */
  readonly always?: readonly string[];
  /** From 0, only the score counts, to 1, only the difference from tools already chosen counts. */
  readonly diversity?: number;
  /** Maximum number of versions of one tool, such as `get_user` and `get_user_v2`: the best of them. Default: 1. */
  readonly versions?: number;
  /** Replaces the synonyms of the keyword scorer. */
  readonly synonyms?: Synonyms;
  /** Receives each tool that a scorer failed on. */
  readonly onDrop?: (dropped: DroppedTool) => void;
}

/** The options with all defaults filled in. */
export interface PickPlan {
  readonly maxCandidates: number;
  readonly minScore: number;
  readonly filter: ((tool: ToolContract) => boolean) | undefined;
  readonly allowUnsafe: boolean;
  readonly scorer: CatalogScorer;
  readonly timeoutMs: number | undefined;
  readonly debug: boolean;
  readonly always: ReadonlySet<string>;
  readonly diversity: number;
  readonly versions: number;
  readonly onDrop: ((dropped: DroppedTool) => void) | undefined;
}

const checks: OptionChecks<PickOptions> = {
  maxCandidates: aCountOrNone,
  minScore: aShare,
  filter: aFunction,
  allowUnsafe: aBoolean,
  scorer: check('a function, or an object with `name` and `scoreAll`', isScorer),
  timeoutMs: aDuration,
  debug: aBoolean,
  always: check('a list of names', (value) => Array.isArray(value) && value.every((name) => typeof name === 'string')),
  diversity: aShare,
  versions: aCount,
  synonyms: check('a list of groups with `weight` and `words`', isSynonyms),
  onDrop: aFunction,
};

const standard = keywordScorer();

/** Checks the options once and fills in the defaults. */
export function toPickPlan(options: PickOptions): PickPlan {
  checkOptions(options, checks, invalid);
  const { synonyms = defaultSynonyms, scorer } = options;
  const keywords = synonyms === defaultSynonyms ? standard : keywordScorer({ synonyms });
  return {
    maxCandidates: options.maxCandidates ?? 3,
    minScore: options.minScore ?? 0.05,
    filter: options.filter,
    allowUnsafe: options.allowUnsafe ?? false,
    scorer: scorer === undefined ? keywords : toCatalogScorer(scorer),
    timeoutMs: options.timeoutMs,
    debug: options.debug ?? false,
    always: new Set(options.always),
    diversity: options.diversity ?? 0,
    versions: options.versions ?? 1,
    onDrop: options.onDrop,
  };
}

function invalid(problem: string, suggestion?: string): Error {
  const details = suggestion === undefined ? {} : { details: { suggestion } };
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'pick tools', problem }, details);
}

function isScorer(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'scoreAll' in value &&
    typeof value.scoreAll === 'function'
  );
}

function isSynonyms(value: unknown): boolean {
  return Array.isArray(value) && value.every((group) => aShare.accepts(group?.weight) && Array.isArray(group?.words));
}
