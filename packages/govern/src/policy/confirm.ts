import {
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalStore,
  canonicalJson,
  type CheckResult,
  checkToolInput,
  coreErrors,
  digest,
  isPlainObject,
  type Json,
  mayNeedApproval,
  needsApproval,
  ownerOf,
  publicDoors,
  type ToolError,
  type ToolHook,
  type ToolInvokeContext,
} from '@helve/core';
import { aBoolean, aDuration, aFunction, aPort, required } from '@helve/core/options';
import { noteApproval } from '../call-approval.js';
import { checkHookOptions } from '../check-hook-options.js';
import { confirmedReplay, isConfirmedReplay } from '../confirmed-replay.js';
import { governErrors } from '../govern-errors.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import { askStoreOrDeny } from '../store-guard.js';
import { toApprovalRequest } from './approval-request.js';
import { newApprovalToken, readApprovalToken } from './approval-token.js';
import { isApprovedCall, takeApprovedCall } from './approved-call.js';
import { parsedArguments } from './parsed-arguments.js';
import type { Preview } from './preview.js';

export interface ConfirmOptions {
  readonly store: ApprovalStore;
  /** Replaces the preview of the tool. */
  readonly preview?: Preview;
  /** Requires approval of further calls, beside the tools that require it themselves. */
  readonly when?: (ctx: ToolInvokeContext) => boolean | Promise<boolean>;
  readonly ttlMs?: number;
  /** Refuses invalid arguments before anybody is asked. */
  readonly checkArguments?: boolean;
  /**
   * Lets callers from a door approve their own calls. The doors read it. Default: only somebody at the terminal, or on
   * this machine with the start token, may.
   */
  readonly selfApproval?: boolean;
}

/**
 * The request that an application shows to a person; the token must reach nobody else. Callers from a public door get
 * none.
 */
export interface ConfirmationRequest {
  readonly token?: string;
  readonly expiresAt: string;
  readonly tool: string;
  readonly preview: string;
}

/** The reason for which a token was refused. */
export type ConfirmationRefusal = 'expired' | 'used' | 'unknown';

const checks = {
  store: required(aPort('put', 'get', 'take')),
  preview: aFunction,
  when: aFunction,
  ttlMs: aDuration,
  checkArguments: aBoolean,
  selfApproval: aBoolean,
};

const askByItsId = 'Somebody else has to approve it: wait, and ask by the id what became of it';
const maxPending = 100;
const name = 'confirm';
const replayed = Symbol('replayed arguments');

/**
 * Asks a person before a tool runs.
 *
 *     no token ▸ store the arguments, refuse with a request │ token ▸ spend it, run the stored arguments
 *
 * In process the application decides: it has the token, and to present it is to approve. Through a public door the token
 * reaches nobody, and a call passes only if somebody has approved it.
 */
export function confirm(options: ConfirmOptions): ToolHook {
  const { store, preview, when, ttlMs = 300_000, checkArguments = true } = checkHookOptions('confirm', options, checks);

  return {
    name,
    priority: () => priorities.confirm,
    asksPeople: true,
    willCheckConsent: (ctx) => (asksNobody(ctx) ? undefined : check(ctx)),
    // Nothing stored, nothing in flight: a spent approval does not cover another execution.
    willExecute: (ctx) => (isConfirmedReplay(ctx) ? ask(ctx, ctx.data.get(replayed) as Json, 'used') : undefined),
  };

  /** True in the common case: no approval is needed, and none was given. */
  function asksNobody(ctx: ToolInvokeContext): boolean {
    return !mayAsk(ctx) && ctx.confirmationToken === undefined && !isApprovedCall(ctx);
  }

  function mayAsk({ policy, tool }: ToolInvokeContext): boolean {
    return when !== undefined || policy.requiresConfirmation || mayNeedApproval(tool);
  }

  async function check(ctx: ToolInvokeContext): Promise<void> {
    const token = ctx.confirmationToken;
    const approved = takeApprovedCall(ctx);
    // First of all, since the stored arguments are the ones that count.
    if (approved !== undefined) return run(ctx, approved);
    if (token !== undefined) return spend(ctx, token);
    if ((await needsApproval(ctx)) || (await when?.(ctx)) === true) await ask(ctx, toArguments(ctx));
  }

  function run(ctx: ToolInvokeContext, record: ApprovalRecord): void {
    const { id, toolId, toolVersion, owner } = record;
    if (toolId !== ctx.toolId || toolVersion !== ctx.toolVersion || owner !== ownerOf(ctx.user)) {
      throw governErrors.create('GOVERN_APPROVAL_OVER', { id, state: 'of another tool or version' });
    }
    noteApproval(ctx, record);
    ctx.input = record.arguments;
  }

  async function spend(ctx: ToolInvokeContext, token: string): Promise<void> {
    const sent = isLeftOut(ctx.input) ? undefined : toArguments(ctx);
    const owner = ownerOf(ctx.user);
    const claim = {
      ...readApprovalToken(token),
      toolId: ctx.toolId,
      toolVersion: ctx.toolVersion,
      owner,
      ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
      ...(sent === undefined ? {} : { argumentsDigest: digest(await given(ctx, sent)) }),
      ...(ctx.idempotencyKey === undefined ? {} : { idempotencyKey: ctx.idempotencyKey }),
      ...(publicDoors.has(ctx.call.door) ? {} : { decidedBy: owner }),
      nowMs: ctx.now(),
    };
    const taken = await askStoreOrDeny(ctx, name, () => store.take(claim));
    if (taken.ok) return run(ctx, taken.record);
    const { reason, id, spentBy } = taken;
    // A token of somebody else reveals nothing.
    if (id === undefined) return mayAsk(ctx) ? ask(ctx, sent ?? {}, 'unknown') : undefined;
    const record = await askStoreOrDeny(ctx, name, () => store.get(id));
    const stored = record?.cleared === true ? sent : (record?.arguments ?? sent ?? {});
    // Arguments that are gone cannot be asked for again, or replayed.
    if (stored === undefined)
      refuse(ctx, confirmationRequired(ctx), { reason: reason === 'expired' ? 'expired' : 'used' });
    const isReplay = spentBy !== undefined && spentBy === ctx.idempotencyKey;
    if (!isReplay) return ask(ctx, stored, reason === 'expired' ? 'expired' : 'used');
    ctx.data.set(confirmedReplay, true);
    ctx.data.set(replayed, stored);
    ctx.input = stored;
  }

  /** Stores the arguments and refuses the call with a request for approval. */
  async function ask(ctx: ToolInvokeContext, input: Json, reason?: ConfirmationRefusal): Promise<never> {
    const refusal = confirmationRequired(ctx);
    const because = reason === undefined ? {} : { reason };
    const checked = checkArguments ? await checkToolInput(ctx.tool, input) : undefined;
    if (checked?.ok === false) {
      // A token without arguments that holds none: there is nothing to ask for.
      if (reason !== undefined) refuse(ctx, refusal, because);
      throw inputInvalid(ctx.toolId, checked.issues);
    }
    assertShowable(ctx, input);
    const { id, ...confirmationRequest } = await putRequest(ctx, { sent: input, arguments: await given(ctx, input) });
    const suggestion = confirmationRequest.token === undefined ? { suggestion: askByItsId } : {};
    refuse(ctx, refusal, { ...because, ...suggestion, approvalId: id, confirmationRequest });
  }

  function given({ tool }: ToolInvokeContext, input: Json): Promise<Json> {
    return checkArguments ? parsedArguments(tool, input) : Promise.resolve(input);
  }

  async function putRequest(
    ctx: ToolInvokeContext,
    input: Pick<ApprovalRequest, 'arguments' | 'sent'>,
  ): Promise<ConfirmationRequest & { readonly id: string }> {
    const { token, tokenHash, id } = newApprovalToken();
    const request = await toApprovalRequest(ctx, input, { id, tokenHash }, { ttlMs, preview });
    if (!(await askStoreOrDeny(ctx, name, () => store.put(request, maxPending)))) {
      throw governErrors.create('GOVERN_PENDING_FULL', { tool: ctx.toolId, count: maxPending });
    }
    return {
      id,
      ...(publicDoors.has(ctx.call.door) ? {} : { token }),
      expiresAt: new Date(request.expiresAtMs).toISOString(),
      tool: ctx.toolId,
      preview: request.preview,
    };
  }
}

function confirmationRequired({ toolId: tool }: ToolInvokeContext): ToolError {
  return governErrors.create('GOVERN_CONFIRMATION_REQUIRED', { tool });
}

/** Copies the arguments as JSON, so that nobody can change them between approval and execution. */
function toArguments({ input, toolId: tool }: ToolInvokeContext): Json {
  try {
    return JSON.parse(canonicalJson(input ?? {})) as Json;
  } catch (cause) {
    throw governErrors.create('GOVERN_ARGUMENTS_NOT_JSON', { tool }, { cause });
  }
}

/** Maximum size of arguments that are stored, listed and read by people. */
const maxArgumentBytes = 256 * 1_024;

function assertShowable({ toolId: tool }: ToolInvokeContext, input: Json): void {
  const bytes = Buffer.byteLength(canonicalJson(input));
  if (bytes <= maxArgumentBytes) return;
  throw governErrors.create('GOVERN_ARGUMENTS_TOO_LONG', { tool, bytes, limit: maxArgumentBytes });
}

function isLeftOut(input: unknown): boolean {
  return input === undefined || (isPlainObject(input) && Object.keys(input).length === 0);
}

function inputInvalid(tool: string, issues: Extract<CheckResult, { ok: false }>['issues']): Error {
  const problem = `its input has ${issues.length === 1 ? 'a problem' : `${issues.length} problems`}`;
  return coreErrors.create('CALL_INPUT_INVALID', { tool, problem }, { details: { issues } });
}
