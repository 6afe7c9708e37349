import type { ToolInvokeContext } from '@helve/core';
import { projectErrors } from '../project-errors.js';

const byStartToken =
  'show the start token: the value of `start=` in the address that `helve serve` printed, as the header `x-helve-start`';

/** Refuses files to remote callers who may use a tool on texts only: files need `helve:flows`. */
export function assertFilesGranted({ call, user, toolId }: ToolInvokeContext): void {
  if (call.door === 'cli') return;
  if (user.scopes?.includes('helve:flows') === true || user.roles?.includes('admin') === true) return;
  const suggestion = `Send the text itself, or ${user.issuer === undefined ? byStartToken : 'use a key with that scope'}`;
  throw projectErrors.create('PROJECT_FILES_NOT_GRANTED', { tool: toolId }, { details: { suggestion } });
}
