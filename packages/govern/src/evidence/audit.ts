import {
  type CallRecord,
  createRedactor,
  isToolError,
  nextRequestId,
  policyOf,
  type RedactorOptions,
  type ToolHook,
  type ToolInvokeContext,
  type TrailSink,
} from '@helve/core';
import { aBoolean, aFunction, aPort, check, required as needed } from '@helve/core/options';
import { checkHookOptions, optionInvalid } from '../check-hook-options.js';
import { governErrors } from '../govern-errors.js';
import { toCallRecord, toIntent } from './call-record.js';
import { isHandedOver } from './handed-over.js';

export interface AuditOptions {
  readonly sink: TrailSink;
  /**
   * Rules for removing parts of records, in addition to the secrets of the call and fields that schemas mark as
   * sensitive.
   */
  readonly redact?: Pick<RedactorOptions, 'paths' | 'patterns' | 'keys'>;
  /** Fails a call whose record cannot be written. It takes effect with `auditMode: 'required'`: see `auditModeOf`. */
  readonly required?: boolean;
  /** Receives every record that was written. */
  readonly forward?: (record: CallRecord, ctx: ToolInvokeContext) => void | Promise<void>;
}

/** A hook that knows whether calls depend on it. */
export interface AuditHook extends ToolHook {
  readonly required: boolean;
}

const checks = {
  sink: needed(aPort('append')),
  redact: check('an object with paths, patterns or keys', isRedact),
  required: aBoolean,
  forward: aFunction,
};

/** The intent of a call: its id, and a promise that resolves when the trail has it. */
interface Intent {
  readonly id: string;
  readonly stored: Promise<void>;
}

/**
 * Records every call, whether it was answered, failed or was refused. A tool that writes does not run before the trail
 * has its intent, so that a crash in between leaves a record too.
 */
export function audit(options: AuditOptions): AuditHook {
  const { sink, redact = {}, required = false, forward } = checkHookOptions('audit', options, checks);
  const redactor = toRedactor(redact);
  const written = Symbol('record');
  const begun = Symbol('intent');

  const intentOf = (ctx: ToolInvokeContext) => ctx.data.get(begun) as Intent | undefined;
  const toRecord = (ctx: ToolInvokeContext) => toCallRecord(ctx, redactor, intentOf(ctx)?.id);
  const begin = (ctx: ToolInvokeContext): Intent => {
    // Counted, not random: a store keeps neighbours on one page, and has fewer pages to write.
    const id = nextRequestId();
    const intent = { id, stored: sink.append(toIntent(ctx, redactor, id)) };
    ctx.data.set(begun, intent);
    return intent;
  };

  const hook: AuditHook = {
    name: 'audit',
    keepsTrace: true,
    required,
    appliesTo: (tool, stage) => stage !== 'willExecute' || policyOf(tool).sideEffects === 'writes',
    async willExecute(ctx) {
      try {
        // A later attempt has the intent of the first.
        await (intentOf(ctx) ?? begin(ctx)).stored;
      } catch (cause) {
        ctx.data.delete(begun);
        throw intentNotStored(ctx.toolId, cause);
      }
    },
    willAudit: (ctx) => (isHandedOver(ctx) ? undefined : sink.append(toRecord(ctx))),
  };
  // The common case: the trail is all there is.
  if (forward === undefined) return hook;
  return {
    ...hook,
    async willAudit(ctx) {
      if (isHandedOver(ctx)) return;
      const record = toRecord(ctx);
      await sink.append(record);
      ctx.data.set(written, record);
    },
    didAudit(ctx) {
      const record = ctx.data.get(written) as CallRecord | undefined;
      return record === undefined ? undefined : forward(record, ctx);
    },
  };
}

/** Creates the error of an intent that was not stored; the store says what helps where waiting does not. */
function intentNotStored(tool: string, cause: unknown): Error {
  const lasting = isToolError(cause) && !cause.retryable ? cause : undefined;
  const suggestion = lasting?.details?.suggestion;
  return governErrors.create(
    'GOVERN_INTENT_NOT_STORED',
    { tool },
    {
      cause,
      ...(lasting !== undefined && { retryable: false }),
      ...(suggestion !== undefined && { details: { suggestion } }),
    },
  );
}

/** Returns the `auditMode` that a list of hooks asks for. */
export function auditModeOf(hooks: readonly ToolHook[]): 'isolated' | 'required' {
  return hooks.some((hook) => 'required' in hook && hook.required === true) ? 'required' : 'isolated';
}

function toRedactor(redact: NonNullable<AuditOptions['redact']>) {
  try {
    return createRedactor(redact);
  } catch (error) {
    throw optionInvalid('audit', error instanceof Error ? error.message : String(error));
  }
}

function isRedact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([key, list]) => ['paths', 'patterns', 'keys'].includes(key) && Array.isArray(list),
  );
}
