import {
  createRedactor,
  type CallRecord,
  type RedactorOptions,
  type ToolHook,
  type ToolInvokeContext,
  type TrailSink,
} from '@helve/core';
import {
  aBoolean,
  aFunction,
  aPort,
  check,
  checkOptions,
  optionInvalid,
  required as needed,
} from '../check-options.js';
import { toCallRecord } from './call-record.js';

export interface AuditOptions {
  readonly sink: TrailSink;
  /** What is taken out of records, besides the secrets of the call and fields that schemas mark as sensitive. */
  readonly redact?: Pick<RedactorOptions, 'paths' | 'patterns' | 'keys'>;
  /** Fails a call whose record cannot be written. It takes effect with `auditMode: 'required'`: see `auditModeOf`. */
  readonly required?: boolean;
  /** Gets every record that was written. */
  readonly forward?: (record: CallRecord, ctx: ToolInvokeContext) => void | Promise<void>;
}

/** A hook that says whether calls depend on it. */
export interface AuditHook extends ToolHook {
  readonly required: boolean;
}

const checks = {
  sink: needed(aPort('append')),
  redact: check('an object with paths, patterns or keys', isRedact),
  required: aBoolean,
  forward: aFunction,
};

/** Leaves a record of every call, whether it was answered, failed or was refused. */
export function audit(options: AuditOptions): AuditHook {
  const { sink, redact = {}, required = false, forward } = checkOptions('audit', options, checks);
  const redactor = toRedactor(redact);
  const written = Symbol('record');
  const hook: AuditHook = {
    name: 'audit',
    keepsTrace: true,
    required,
    willAudit: (ctx) => sink.append(toCallRecord(ctx, redactor)),
  };
  // The common case: the trail is all there is.
  if (forward === undefined) return hook;
  return {
    ...hook,
    async willAudit(ctx) {
      const record = toCallRecord(ctx, redactor);
      await sink.append(record);
      ctx.data.set(written, record);
    },
    didAudit(ctx) {
      const record = ctx.data.get(written) as CallRecord | undefined;
      return record === undefined ? undefined : forward(record, ctx);
    },
  };
}

/** The `auditMode` that a list of hooks asks for. */
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
