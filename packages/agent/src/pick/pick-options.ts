import { nearestNames, type Json, type ToolContract } from '@helve/core';
import { agentErrors } from '../agent-errors.js';
import { defaultSynonyms, type Synonyms } from './keyword/synonyms.js';
import { keywordScorer } from './keyword/keyword-scorer.js';
import { toCatalogScorer, type CatalogScorer, type Scorer } from './scorer.js';
import type { PickableTool } from './tool-card.js';

/** A tool that fits what was asked. */
export interface PickResult<Tool extends PickableTool = PickableTool> {
  /** As it was given. */
  readonly tool: Tool;
  /** From 0 to 1. */
  readonly score: number;
  /** Set where more than the score decided, or less: it was too late, or a scorer had something to say. */
  readonly reason?: string;
  /** It was asked for by name. */
  readonly always?: true;
  /** With `debug`: who gave the score, and how it came about. */
  readonly provenance?: { readonly scorer: string; readonly timedOut?: true; readonly details?: Json };
}

/** A tool that could not be scored. */
export interface DroppedTool {
  readonly name: string;
  readonly reason: string;
}

/** How tools are chosen. */
export interface PickOptions {
  /** At most this many; 3 unless told. */
  readonly maxCandidates?: number;
  /** None below this score; 0.05 unless told. */
  readonly minScore?: number;
  /** Which tools may be chosen at all, asked before anything is scored. */
  readonly filter?: (tool: ToolContract) => boolean;
  /** Lets in tools that are marked as unsafe or have no schema. */
  readonly allowUnsafe?: boolean;
  /** In place of the keyword scorer. */
  readonly scorer?: Scorer;
  /** For the whole choice; when it has passed, the first tools in order come back, flagged. */
  readonly timeoutMs?: number;
  /** Adds to each result who gave the score and why. */
  readonly debug?: boolean;
  /** Names of tools that come back whatever they score, beside the others; safe ones only. */
  readonly always?: readonly string[];
  /** From 0, only the score counts, to 1, only being unlike the tools already chosen. */
  readonly diversity?: number;
  /** For the keyword scorer, in place of its own table. */
  readonly synonyms?: Synonyms;
  /** Hears of each tool that a scorer failed on. */
  readonly onDrop?: (dropped: DroppedTool) => void;
}

/** Options as they are used: every one decided. */
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
  readonly onDrop: ((dropped: DroppedTool) => void) | undefined;
}

const checks: { readonly [K in keyof Required<PickOptions>]: readonly [string, (value: unknown) => boolean] } = {
  maxCandidates: ['a whole number of 0 or more', (value) => Number.isSafeInteger(value) && Number(value) >= 0],
  minScore: ['a number from 0 to 1', isShare],
  filter: ['a function', isFunction],
  allowUnsafe: ['true or false', isBoolean],
  scorer: ['a function, or an object with `name` and `scoreAll`', isScorer],
  timeoutMs: ['a number of milliseconds above 0', (value) => typeof value === 'number' && value > 0],
  debug: ['true or false', isBoolean],
  always: ['a list of names', (value) => Array.isArray(value) && value.every((name) => typeof name === 'string')],
  diversity: ['a number from 0 to 1', isShare],
  synonyms: ['a list of groups with `weight` and `words`', isSynonyms],
  onDrop: ['a function', isFunction],
};

const standard = keywordScorer();

/** Checks the options once and fills in what they leave open. */
export function toPickPlan(options: PickOptions): PickPlan {
  for (const [key, value] of Object.entries(options)) checkOption(key, value);
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
    onDrop: options.onDrop,
  };
}

function checkOption(key: string, value: unknown): void {
  if (!isOption(key)) {
    const [nearest] = nearestNames(key, Object.keys(checks));
    const details = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
    throw agentErrors.create(
      'AGENT_OPTIONS_INVALID',
      { action: 'pick tools', problem: `unknown option "${key}"` },
      details,
    );
  }
  const [expected, accepts] = checks[key];
  if (value === undefined || accepts(value)) return;
  throw agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'pick tools', problem: `"${key}" is not ${expected}` });
}

function isOption(key: string): key is keyof PickOptions {
  return Object.hasOwn(checks, key);
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isScorer(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return (
    typeof value === 'object' && value !== null && 'name' in value && 'scoreAll' in value && isFunction(value.scoreAll)
  );
}

function isSynonyms(value: unknown): boolean {
  return Array.isArray(value) && value.every((group) => isShare(group?.weight) && Array.isArray(group?.words));
}
