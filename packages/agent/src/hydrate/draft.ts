import type { Json } from '@helve/core';
import type { Provenance, RepairRecord } from '../contract/hydration.js';
import type { ParsedArguments, UnparsedArguments } from './argument/parse-arguments.js';
import type { HydrateRules } from './hydrate-options.js';
import { keepText, toPlainJson } from './plain-json.js';
import { monotonicNow } from './time.js';
import type { FoundTool, ToolIndex } from './tool-index.js';
import type { Validator } from './validator/validator-of.js';

/** A call as hydration takes it: the relevant part of what transports give. */
export interface HydratableCall {
  readonly id?: string;
  readonly name?: string;
  /** Untouched: text, an object, or nothing at all. */
  readonly args?: unknown;
  readonly raw?: unknown;
  /** The provider stopped in the middle of the arguments. */
  readonly truncated?: boolean;
}

/** Data shared by all calls of one hydration. */
export interface HydrationSetup {
  readonly rules: HydrateRules;
  readonly index: ToolIndex;
  readonly startedMs: number;
  readonly at: string;
  /** The reason for which none of them can be hydrated. */
  readonly problem: { readonly thrown: unknown } | undefined;
}

const nothing: Provenance['restored'] = Object.freeze([]);

/** The state of one call during hydration. Without private members, which cost more than reading most arguments. */
export class Draft {
  readonly setup: HydrationSetup;
  readonly callId: string;
  readonly name: string;
  readonly found: FoundTool | undefined;
  readonly parsed: ParsedArguments | UnparsedArguments;
  readonly startedMs: number;
  readonly parsedMs: number;
  readonly callArgs: unknown;
  /** The message of the provider that held the arguments. */
  readonly chunk: unknown;
  restored: Provenance['restored'] = nothing;
  validator: Validator | undefined = undefined;
  validatedMs: number | undefined = undefined;
  repair: RepairRecord | undefined = undefined;
  rawArgs: Json | undefined = undefined;

  constructor(call: HydratableCall, setup: HydrationSetup, parsed: Draft['parsed'], startedMs: number) {
    const { id, name, args, raw } = call;
    this.setup = setup;
    this.callId = typeof id === 'string' ? id : '';
    this.name = typeof name === 'string' ? name : '';
    this.found = setup.index.byName.get(this.name);
    this.parsed = parsed;
    this.startedMs = startedMs;
    this.parsedMs = monotonicNow();
    this.callArgs = args;
    this.chunk = raw;
  }

  /** The arguments as they were sent, as far as JSON can hold them. */
  get originalRawArgs(): Json {
    return (this.rawArgs ??= keepRaw(this));
  }

  /** The parsed arguments as plain JSON. */
  get parsedJson(): unknown {
    const { parsed } = this;
    if (!parsed.ok)
      return parsed.value === undefined ? undefined : toPlainJson(parsed.value, this.setup.rules.limits.maxBytes);
    return parsed.hasLargeNumbers ? toPlainJson(parsed.value, this.setup.rules.limits.maxBytes) : parsed.value;
  }
}

function keepRaw(draft: Draft): Json {
  const { callArgs, parsed } = draft;
  const { maxBytes } = draft.setup.rules.limits;
  // Arguments that were read are well formed and within the limits.
  if (typeof callArgs === 'string') return parsed.ok ? callArgs : keepText(callArgs, maxBytes);
  if (callArgs === undefined) return null;
  return (parsed.ok ? draft.parsedJson : toPlainJson(callArgs, maxBytes)) as Json;
}
