import {
  ControlAbort,
  ControlRetryAfter,
  isPlainObject,
  toContract,
  type ControlSignal,
  type ToolRecord,
} from '@helve/core';
import type { CallScope } from '../call/call-scope.js';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import type { NestedRequest } from '../wire/frame.js';

/** Calls of other tools by bodies in this worker; the host makes all of them. */
export class NestedTools {
  readonly #lent = new Map<string, ToolRecord>();
  #count = 0;

  /** Returns a tool object that a body passed to `invoke`, while the host calls it. */
  lent(key: string): ToolRecord {
    const tool = this.#lent.get(key);
    if (tool !== undefined) return tool;
    throw new CapabilityFatalError(`Cannot run lent tool "${key}": the call that lent it is over`);
  }

  /** Calls a tool of the host by id. A tool object is lent to the host, unless it has rules, which cannot be sent. */
  async invoke(scope: CallScope | undefined, tool: ToolRecord | string, input: unknown): Promise<unknown> {
    if (typeof tool === 'string') return ask(scope, { tool, input });
    if (hasRules(tool)) return ask(scope, { tool: tool.id, input });
    const key = `${tool.id} ${(this.#count += 1)}`;
    this.#lent.set(key, tool);
    try {
      return await ask(scope, { tool: tool.id, input, lent: { key, contract: toContract(tool) } });
    } finally {
      this.#lent.delete(key);
    }
  }
}

async function ask(scope: CallScope | undefined, request: NestedRequest): Promise<unknown> {
  if (scope === undefined) throw new CapabilityFatalError(`Cannot call tool "${request.tool}": there is no call`);
  try {
    return await scope.invoke(request);
  } catch (thrown) {
    throw toControl(thrown);
  }
}

/** Restores a refusal, which arrives as plain data, to a control signal. */
function toControl(thrown: unknown): unknown {
  if (isRefusal(thrown, 'abort'))
    return new ControlAbort(thrown.reason, thrown.code, thrown.httpStatus, thrown.details);
  return isRefusal(thrown, 'retryAfter') ? new ControlRetryAfter(thrown.ms, thrown.reason) : thrown;
}

function isRefusal<Kind extends ControlSignal['kind']>(
  thrown: unknown,
  kind: Kind,
): thrown is Extract<ControlSignal, { readonly kind: Kind }> {
  return isPlainObject(thrown) && thrown['kind'] === kind;
}

function hasRules({ hooks = [], hooksByStage }: ToolRecord): boolean {
  return hooks.length > 0 || Object.values(hooksByStage).some((list) => list.length > 0);
}
