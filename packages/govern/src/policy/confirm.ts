import {
  canonicalJson,
  checkToolInput,
  coreErrors,
  digest,
  isPlainObject,
  type ApprovalRequest,
  type ApprovalStore,
  type CheckResult,
  type Json,
  type ToolHook,
  type ToolInvokeContext,
  type ToolUser,
} from '@helve/core';
import { aBoolean, aDuration, aFunction, aPort, checkOptions, required } from '../check-options.js';
import { confirmedReplay, isConfirmedReplay } from '../confirmed-replay.js';
import { governErrors } from '../govern-errors.js';
import { priorities } from '../priorities.js';
import { refuse } from '../refuse.js';
import { askStoreOrDeny } from '../store-guard.js';
import { newApprovalToken, readApprovalToken } from './approval-token.js';
import { toPreview, type Preview } from './preview.js';

export interface ConfirmOptions {
  readonly store: ApprovalStore;
  /** The text for people, where a tool's own will not do. */
  readonly preview?: Preview;
  /** Asks for approval of more than the tools that require it themselves. */
  readonly when?: (ctx: ToolInvokeContext) => boolean | Promise<boolean>;
  readonly ttlMs?: number;
  /** Whether arguments that would be refused anyway are refused before anybody is asked. */
  readonly checkArguments?: boolean;
}

/** What an application shows to a person; the token must reach nobody else. */
export interface ConfirmationRequest {
  readonly token: string;
  readonly expiresAt: string;
  readonly tool: string;
  readonly preview: string;
}

/** Why a token was not good enough. */
export type ConfirmationRefusal = 'expired' | 'used' | 'unknown';

const checks = {
  store: required(aPort('put', 'get', 'take')),
  preview: aFunction,
  when: aFunction,
  ttlMs: aDuration,
  checkArguments: aBoolean,
};

const maxPending = 100;
const name = 'confirm';
const replayed = Symbol('replayed arguments');

/**
 * Asks a person before a tool runs.
 * no token ▸ store the arguments, refuse with a request │ token ▸ spend it, run the arguments that were stored
 */
export function confirm(options: ConfirmOptions): ToolHook {
  const { store, preview, when, ttlMs = 300_000, checkArguments = true } = checkOptions('confirm', options, checks);

  return {
    name,
    priority: () => priorities.confirm,
    willCheckConsent: (ctx) => (asksNobody(ctx) ? undefined : check(ctx)),
    // Nothing stored, nothing in flight: a spent approval does not pay for another execution.
    willExecute: (ctx) =>
      asksNobody(ctx) || !isConfirmedReplay(ctx) ? undefined : ask(ctx, ctx.data.get(replayed) as Json, 'used'),
  };

  /** The common case. */
  function asksNobody({ policy }: ToolInvokeContext): boolean {
    return when === undefined && !policy.requiresConfirmation;
  }

  async function check(ctx: ToolInvokeContext): Promise<void> {
    if (!ctx.policy.requiresConfirmation && (await when?.(ctx)) !== true) return;
    const token = ctx.confirmationToken;
    if (token === undefined) await ask(ctx, toArguments(ctx));
    else await spend(ctx, token);
  }

  async function spend(ctx: ToolInvokeContext, token: string): Promise<void> {
    const { tokenHash, id } = readApprovalToken(token);
    const sent = isLeftOut(ctx.input) ? undefined : toArguments(ctx);
    const claim = {
      tokenHash,
      toolId: ctx.toolId,
      toolVersion: ctx.toolVersion,
      userId: ctx.user.id,
      ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
      ...(sent === undefined ? {} : { argumentsDigest: digest(sent) }),
      ...(ctx.idempotencyKey === undefined ? {} : { idempotencyKey: ctx.idempotencyKey }),
      nowMs: ctx.now(),
    };
    const taken = await askStoreOrDeny(ctx, name, () => store.take(claim));
    if (taken.ok) return void (ctx.input = taken.record.arguments);

    // Whoever it does not belong to is told nothing, and gets nothing of what it holds.
    if (taken.reason === 'unknown' || taken.reason === 'mismatch') return ask(ctx, sent ?? {}, 'unknown');
    const record = await askStoreOrDeny(ctx, name, () => store.get(id));
    const stored = record?.arguments ?? sent ?? {};
    const isReplay = taken.spentBy !== undefined && taken.spentBy === ctx.idempotencyKey;
    if (!isReplay) return ask(ctx, stored, taken.reason === 'expired' ? 'expired' : 'used');
    ctx.data.set(confirmedReplay, true);
    ctx.data.set(replayed, stored);
    ctx.input = stored;
  }

  /** Stores what would run and refuses with a request for approval. */
  async function ask(ctx: ToolInvokeContext, input: Json, reason?: ConfirmationRefusal): Promise<never> {
    const refusal = governErrors.create('GOVERN_CONFIRMATION_REQUIRED', { tool: ctx.toolId });
    const because = reason === undefined ? {} : { reason };
    const checked: CheckResult | undefined = checkArguments ? await checkToolInput(ctx.tool, input) : undefined;
    if (checked?.ok === false) {
      // A token that came without arguments and holds none: there is nothing to ask for.
      if (reason !== undefined) refuse(ctx, refusal, because);
      throw inputInvalid(ctx.toolId, checked.issues);
    }
    const record = await putRequest(ctx, input);
    const { id, ...confirmationRequest } = record;
    refuse(ctx, refusal, { ...because, approvalId: id, confirmationRequest });
  }

  async function putRequest(
    ctx: ToolInvokeContext,
    input: Json,
  ): Promise<ConfirmationRequest & { readonly id: string }> {
    const { token, tokenHash, id } = newApprovalToken();
    const createdAtMs = ctx.now();
    const request = {
      id,
      kind: 'confirmation' as const,
      tokenHash,
      toolId: ctx.toolId,
      toolVersion: ctx.toolVersion,
      userId: ctx.user.id,
      user: toAsker(ctx.user),
      ...(ctx.sessionId === undefined ? {} : { sessionId: ctx.sessionId }),
      arguments: input,
      argumentsDigest: digest(input),
      preview: await toPreview(ctx, input, preview),
      createdAtMs,
      expiresAtMs: createdAtMs + ttlMs,
    };
    if (!(await askStoreOrDeny(ctx, name, () => store.put(request, maxPending)))) {
      throw governErrors.create('GOVERN_PENDING_FULL', { tool: ctx.toolId, count: maxPending });
    }
    const expiresAt = new Date(request.expiresAtMs).toISOString();
    return { id, token, expiresAt, tool: ctx.toolId, preview: request.preview };
  }
}

/** What a host adds to its users of its own is not kept: it may be anything. */
function toAsker({ id, roles, scopes, tenant }: ToolUser): NonNullable<ApprovalRequest['user']> {
  return {
    id,
    ...(roles === undefined ? {} : { roles: [...roles] }),
    ...(scopes === undefined ? {} : { scopes: [...scopes] }),
    ...(tenant === undefined ? {} : { tenant }),
  };
}

/** The arguments as JSON of our own, so that nobody can change them between approval and execution. */
function toArguments({ input, toolId: tool }: ToolInvokeContext): Json {
  try {
    return JSON.parse(canonicalJson(input ?? {})) as Json;
  } catch (cause) {
    throw governErrors.create('GOVERN_ARGUMENTS_NOT_JSON', { tool }, { cause });
  }
}

function isLeftOut(input: unknown): boolean {
  return input === undefined || (isPlainObject(input) && Object.keys(input).length === 0);
}

function inputInvalid(tool: string, issues: Extract<CheckResult, { ok: false }>['issues']): Error {
  const problem = `its input has ${issues.length === 1 ? 'a problem' : `${issues.length} problems`}`;
  return coreErrors.create('CALL_INPUT_INVALID', { tool, problem }, { details: { issues } });
}
