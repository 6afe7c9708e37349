import type { ToolInvokeContext } from '@helve/core';

/** Source of secrets. */
export interface SecretSource {
  /** Returns the secret of this name for this caller; undefined if there is none. */
  read(name: string, ctx: ToolInvokeContext): Promise<string | undefined> | string | undefined;
}
