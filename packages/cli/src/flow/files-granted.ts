import { ToolError, type ToolInvokeContext } from '@helve/core';

/** Refuses files to callers from afar who may use a tool on texts only: whoever touches files holds `helve:flows`. */
export function assertFilesGranted({ call, user, toolId }: ToolInvokeContext): void {
  if (call.door === 'cli') return;
  if (user.scopes?.includes('helve:flows') === true || user.roles?.includes('admin') === true) return;
  const suggestion = 'Send the text itself, or use a key with that scope';
  throw new ToolError('AUTH', `Cannot use files with "${toolId}": the caller lacks the scope "helve:flows"`, {
    details: { suggestion },
  });
}
