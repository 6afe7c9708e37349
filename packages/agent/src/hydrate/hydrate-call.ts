import {
  deepFreeze,
  isPlainObject,
  nearestNames,
  toContract,
  ToolComponent,
  andThen,
  type InputVerdict,
  type Issue,
  type ToolError,
} from '@helve/core';
import type { HydrationError, HydrationResult } from '../contract/hydration.js';
import { JsonReader } from './argument/json-reader.js';
import { parseArguments, type UnparsedArguments } from './argument/parse-arguments.js';
import type { ParseFailure } from './argument/unreadable.js';
import { restoreArguments } from '../provider/restore/restore-arguments.js';
import {
  argumentsInvalid,
  argumentsUnreadable,
  thrownText,
  toolUnknown,
  toolUnusable,
  withPosition,
} from './call-errors.js';
import { Draft, type HydratableCall, type HydrationSetup } from './draft.js';
import { fail, succeed } from './hydration-result.js';
import { RecordTool } from './record-tool.js';
import { repairArguments, type Broken, type RepairRequest } from './repair/repair-arguments.js';
import { monotonicNow } from './time.js';
import type { FoundTool } from './tool-index.js';
import { findUnsafeIntegers } from './unsafe-integers.js';
import { validatorOf } from './validator/validator-of.js';

type Arguments = Readonly<Record<string, unknown>>;
type Hydrating = HydrationResult | Promise<HydrationResult>;

/**
 * Hydrates one call, from what the provider sent to an instance.
 *
 *     parse ▸ find ▸ restore ▸ validate ▸ instantiate
 *       └───────┴──────┴─────────┴─ a failure ▸ one repair, where there is one ▸ errors
 */
export function hydrateCall(call: HydratableCall, setup: HydrationSetup, startedMs: number): Hydrating {
  const parsed = call.truncated === true ? cutOff(call.args) : parseArguments(call.args, setup.rules.limits);
  const draft = new Draft(call, setup, parsed, startedMs);
  const { found } = draft;
  if (found === undefined) return failUnknown(draft);
  if (found.problem !== undefined) return failUnusable(draft, found.problem);
  if (!parsed.ok) return repairUnread(draft, found, parsed.failure, failUnread(draft, found, parsed.failure));
  return settleValue(draft, found, restore(draft, found, parsed.value));
}

/** Fails a call that the provider marked as truncated: a readable part of it is not what the model meant. */
function cutOff(args: unknown): UnparsedArguments {
  const position = typeof args === 'string' ? { position: args.length } : {};
  const failure: ParseFailure = { cause: 'truncated', problem: 'the provider cut them off', pointer: '', ...position };
  return { ok: false, form: typeof args === 'string' ? 'string' : 'object', tolerated: [], failure };
}

function settleValue(draft: Draft, found: FoundTool, args: Arguments): Hydrating {
  if (found.record.noSchemaMode !== undefined) return instantiate(draft, found, asRead(args));
  return andThen(validate(draft, found, args), (verdict) => takeVerdict(draft, found, args, verdict));
}

function validate(draft: Draft, found: FoundTool, args: Arguments): InputVerdict | Promise<InputVerdict> {
  const { rules } = draft.setup;
  draft.validator ??= validatorOf(found, rules, rules.eager ? 'decoration' : 'hydration');
  return draft.validator.check(args);
}

function takeVerdict(draft: Draft, found: FoundTool, args: Arguments, verdict: InputVerdict): Hydrating {
  draft.validatedMs = monotonicNow();
  const unsafe = verdict.ok ? unsafeIn(draft, found, args) : undefined;
  if (unsafe !== undefined) return repairUnread(draft, found, unsafe, failUnread(draft, found, unsafe, args));
  if (verdict.ok) return instantiate(draft, found, verdict);
  return repairInvalid(draft, found, args, verdict.issues);
}

/** Finds integers that a number cannot hold; searches only where there are large numbers. */
function unsafeIn({ parsed, callArgs }: Draft, { record }: FoundTool, args: Arguments): ParseFailure | undefined {
  if (!parsed.ok || !parsed.hasLargeNumbers) return undefined;
  const [issue] = findUnsafeIntegers(record, args);
  return issue === undefined ? undefined : unsafeInteger(issue, callArgs);
}

function unsafeInteger({ pointer }: Issue, callArgs: unknown): ParseFailure {
  const problem = 'an integer beyond what a number can hold';
  if (typeof callArgs !== 'string') return { cause: 'unsafe-integer', problem, pointer };
  const { largeNumbers } = new JsonReader(callArgs.trim(), unlimited, { singleQuotes: true }).read();
  const offset = callArgs.length - callArgs.trimStart().length;
  const at = largeNumbers.find((number) => number.pointer === pointer) ?? largeNumbers[0];
  return { cause: 'unsafe-integer', problem, pointer, ...(at === undefined ? {} : { position: at.position + offset }) };
}

/** For text that was within the limits before. */
const unlimited = Object.freeze({ maxBytes: Infinity, maxDepth: Infinity, maxMembers: Infinity });

type Taken = Extract<InputVerdict, { readonly ok: true }>;

/** Accepts arguments that nobody can check, as they were read. */
function asRead(args: Arguments): Taken {
  return { ok: true, input: args, value: args, stripped: [] };
}

function instantiate(draft: Draft, found: FoundTool, { input: callArgs, value }: Taken): HydrationResult {
  const { record, target } = found;
  // Arguments that are passed on as they were read are frozen already.
  const input = value === callArgs ? value : deepFreeze(value);
  if (target === undefined) return succeed(draft, found, new RecordTool(record, input), callArgs, input);
  try {
    const instance: unknown = Reflect.construct(target, [input]);
    if (instance instanceof ToolComponent) return succeed(draft, found, instance, callArgs, input);
    return failInstance(draft, found, new TypeError('the constructor returned something that is not a tool'));
  } catch (thrown) {
    return failInstance(draft, found, thrown);
  }
}

function restore(draft: Draft, { record }: FoundTool, args: Arguments): Arguments {
  const { restore: plans, restoreArguments: undo = restoreArguments } = draft.setup.rules.options;
  const plan = plans !== undefined && Object.hasOwn(plans, record.id) ? plans[record.id] : undefined;
  if (plan === undefined || plan.length === 0) return args;
  const { value, restored } = undo(plan, args);
  if (restored.length === 0 || !isPlainObject(value)) return args;
  draft.restored = deepFreeze(restored);
  return deepFreeze(value);
}

/** Tries a repair where it is on and may help; else the errors stand. */
function repairUnread(draft: Draft, found: FoundTool, failure: ParseFailure, failed: () => HydrationResult): Hydrating {
  const { repair } = draft.setup.rules;
  if (repair === 'off' || beyondRepair.has(failure.cause)) return failed();
  const isRepairable = !draft.parsed.ok && repairableCauses.has(failure.cause);
  const unreadText = isRepairable && typeof draft.callArgs === 'string' ? { unreadText: draft.callArgs } : {};
  return tryRepair(draft, found, { issues: [], ...unreadText }, [parseError(found.record.id, failure, draft)], failed);
}

/** Causes that the rules for text may cure; on any other, they would fail where the first reader did. */
const repairableCauses: ReadonlySet<string> = new Set(['syntax', 'not-an-object']);
const beyondRepair: ReadonlySet<string> = new Set(['truncated', 'too-large', 'too-deep']);

function repairInvalid(draft: Draft, found: FoundTool, args: Arguments, issues: readonly Issue[]): Hydrating {
  const errors = issues.map(validateError);
  const failed = () => fail(draft, errors, () => argumentsInvalid(found.record.id, issues), args);
  return draft.setup.rules.repair === 'off'
    ? failed()
    : tryRepair(draft, found, { value: args, issues }, errors, failed);
}

async function tryRepair(
  draft: Draft,
  found: FoundTool,
  what: Pick<Broken, 'value' | 'issues' | 'unreadText'>,
  errors: readonly HydrationError[],
  failed: () => HydrationResult,
): Promise<HydrationResult> {
  const { repair, limits } = draft.setup.rules;
  if (repair === 'off') return failed();
  const { record, accepted } = await repairArguments(repair, {
    ...what,
    limits,
    request: repairRequest(draft, found, errors),
    restore: (value) => restore(draft, found, value),
    check: (value) => checkSafely(draft, found, value),
  });
  draft.repair = Object.freeze(record);
  return accepted === undefined ? failed() : instantiate(draft, found, accepted);
}

async function checkSafely(draft: Draft, found: FoundTool, args: Arguments): Promise<InputVerdict> {
  if (found.record.noSchemaMode !== undefined) return asRead(args);
  const verdict = await validate(draft, found, args);
  const issues = verdict.ok ? findUnsafeIntegers(found.record, args) : [];
  return issues.length === 0 ? verdict : { ok: false, issues };
}

function repairRequest(draft: Draft, { record }: FoundTool, errors: readonly HydrationError[]): RepairRequest {
  const { id, description, inputSchema } = toContract(record);
  const { signal } = draft.setup.rules.options;
  const { originalRawArgs, parsedJson: parsed, callId } = draft;
  return Object.freeze({
    callId,
    tool: { id, description, inputSchema },
    originalRawArgs,
    errors,
    ...(parsed === undefined ? {} : { parsed }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function failUnread(
  draft: Draft,
  { record }: FoundTool,
  failure: ParseFailure,
  args?: Arguments,
): () => HydrationResult {
  return () =>
    fail(draft, [parseError(record.id, failure, draft)], () => argumentsUnreadable(record.id, failure), args);
}

/** Fails a call of an unknown tool: reports that first, and broken arguments second. */
function failUnknown(draft: Draft): HydrationResult {
  const { name, parsed } = draft;
  const near = nearestNames(name, draft.setup.index.byName.keys());
  const shown = JSON.stringify(name.slice(0, 128).toWellFormed());
  const message =
    name === ''
      ? 'Cannot find the tool: the call names none'
      : `Cannot find the tool ${shown}: there is none of this name`;
  const errors: HydrationError[] = [{ stage: 'instantiate', message, detail: { cause: 'unknown-tool', near } }];
  if (!parsed.ok) errors.unshift(parseError(name, parsed.failure, draft));
  return fail(draft, errors, () => toolUnknown(name === '' ? 'unknown' : name.slice(0, 128).toWellFormed(), near));
}

function failUnusable(draft: Draft, problem: ToolError): HydrationResult {
  const { message, code } = problem;
  return fail(draft, [{ stage: 'validate', message, detail: { cause: 'unusable-tool', code } }], () => problem);
}

function failInstance(draft: Draft, { record, target }: FoundTool, thrown: unknown): HydrationResult {
  const message = `Cannot create an instance of "${target?.name ?? record.id}": its constructor threw`;
  const detail = { cause: 'constructor', error: thrownText(thrown) };
  return fail(draft, [{ stage: 'instantiate', message, detail }], () => toolUnusable(record.id, thrown));
}

function parseError(tool: string, failure: ParseFailure, draft: Draft): HydrationError {
  const { problem, position } = failure;
  const message = `Cannot read the arguments of "${tool.slice(0, 128).toWellFormed()}": ${withPosition(problem, position)}`;
  return { stage: 'parse', message, detail: Object.freeze({ ...failure, input: draft.originalRawArgs }) };
}

function validateError(issue: Issue): HydrationError {
  const { pointer, message } = issue;
  return { stage: 'validate', message: pointer === '' ? message : `${pointer}: ${message}`, detail: issue };
}
