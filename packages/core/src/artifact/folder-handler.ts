import type { ToolInvokeContext } from '../contract/context.js';
import type { ToolReply } from '../contract/reply.js';
import type { ToolRecord } from '../contract/tool.js';
import { handlerErrorType, replyFromEnvelope } from '../envelope/reply-from-envelope.js';
import { fail } from '../envelope/reply.js';
import { coreErrors } from '../errors/core-errors.js';
import { isToolError, ToolError } from '../errors/tool-error.js';
import { isThenable } from '../async/maybe-promise.js';
import { withFacts } from './handler-context.js';
import { isHandlerStream, streamHandler } from './handler-stream.js';
import { warn } from '../envelope/warn.js';

/** Brings in the module of a handler. */
export type HandlerSource = () => Promise<unknown>;

/** The `execute` of a tool folder: arguments and context in, an envelope out. */
type FolderExecute = (args: unknown, ctx: unknown) => unknown;

/** The handler of one tool folder, imported when it is first needed. */
export class FolderHandler {
  readonly #toolId: string;
  readonly #source: HandlerSource | undefined;
  #execute: FolderExecute | undefined;

  constructor(toolId: string, source: HandlerSource | undefined) {
    this.#toolId = toolId;
    this.#source = source;
  }

  /** Imports the handler, unless that was done; a failed import is tried again next time. */
  async load(): Promise<void> {
    this.#execute ??= await this.#import();
  }

  /** Runs the handler as `execute` of a record does. */
  readonly execute: ToolRecord['execute'] = (args, ctx) => {
    // The common case: it was imported before.
    if (this.#execute !== undefined) return run(this.#execute, args, ctx);
    return this.#import().then((imported) => run((this.#execute = imported), args, ctx));
  };

  async #import(): Promise<FolderExecute> {
    const handler: unknown = await this.#module();
    const execute: unknown = isModule(handler) ? handler['execute'] : undefined;
    if (typeof execute !== 'function') throw coreErrors.create('CALL_HANDLER_NO_EXECUTE', { tool: this.#toolId });
    return execute as FolderExecute;
  }

  async #module(): Promise<unknown> {
    if (this.#source === undefined) throw noHandler(this.#toolId);
    try {
      return await this.#source();
    } catch (cause) {
      // A handler that was changed or lies elsewhere is a fault of the registry.
      if (isToolError(cause, 'CALL_REGISTRY_DIGEST') || isToolError(cause, 'CALL_REGISTRY_FORMAT')) throw cause;
      const facts = { tool: this.#toolId, problem: 'it cannot be imported' };
      throw coreErrors.create('CALL_HANDLER_MISSING', facts, { cause });
    }
  }
}

/** Nobody says how to import the handler of a tool. */
export function noHandler(tool: string): ToolError {
  return coreErrors.create('CALL_HANDLER_MISSING', { tool, problem: 'the manifest does not name one' });
}

function isModule(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function run(handler: FolderExecute, args: unknown, ctx: ToolInvokeContext): unknown {
  try {
    const answer = handler(args, withFacts(ctx, args));
    if (!isThenable(answer)) return toAnswer(answer, ctx);
    return answer.then(
      (late) => toAnswer(late, ctx),
      (thrown: unknown) => rethrow(thrown, ctx),
    );
  } catch (thrown) {
    return rethrow(thrown, ctx);
  }
}

/** A reply, or a stream that ends with one. */
function toAnswer(answer: unknown, ctx: ToolInvokeContext): unknown {
  return isHandlerStream(answer) ? streamReply(answer, ctx) : toReply(answer, ctx);
}

async function* streamReply(stream: Parameters<typeof streamHandler>[0], ctx: ToolInvokeContext) {
  try {
    return yield* streamHandler(stream, (envelope) => toReply(envelope, ctx));
  } catch (thrown) {
    return rethrow(thrown, ctx);
  }
}

/** An envelope taken apart; a `ToolError` may be returned as well as thrown. */
function toReply(answer: unknown, ctx: ToolInvokeContext): ToolReply<unknown> {
  if (isToolError(answer)) return fail(corrected(answer, ctx));
  const reply = replyFromEnvelope(answer);
  const said = isToolError(reply.error) ? reply.error.details?.['originalType'] : undefined;
  if (typeof said === 'string') warnOf(said, ctx);
  return reply;
}

function rethrow(thrown: unknown, ctx: ToolInvokeContext): never {
  throw isToolError(thrown) ? corrected(thrown, ctx) : thrown;
}

/** A type of another layer is put right. What is INTERNAL is so whoever says it. */
function corrected(error: ToolError, ctx: ToolInvokeContext): ToolError {
  const type = handlerErrorType(error.type);
  if (type === error.type) return error;
  warnOf(error.type, ctx);
  const { message, code, cause, retryable, retryAfterMs, partialSideEffects, details } = error;
  const kept = { code, cause, retryable, retryAfterMs, partialSideEffects };
  return new ToolError(type, message, { ...kept, details: { ...details, originalType: error.type } });
}

function warnOf(type: string, ctx: ToolInvokeContext): void {
  const message = `The handler of "${ctx.toolId}" answered with ${type}, which is not for handlers to say`;
  warn(ctx, { code: 'CALL_TYPE_CORRECTED', message });
}
