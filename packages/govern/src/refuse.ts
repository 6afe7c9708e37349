import { errorTypes, type ToolError, type ToolInvokeContext } from '@helve/core';

/** Aborts a call with a row of the error table. */
export function refuse(
  ctx: ToolInvokeContext,
  error: ToolError,
  details: Record<string, unknown> = {},
  httpStatus: number = errorTypes[error.type].httpStatus,
): never {
  const code = error.code === undefined ? {} : { code: error.code };
  ctx.abort(error.message, error.type, httpStatus, { ...code, ...error.details, ...details });
}
