import type { ToolInvokeContext } from '@helve/core';

/** Where secrets are kept. */
export interface SecretSource {
  /** The secret of this name for this caller; undefined if there is none. */
  read(name: string, ctx: ToolInvokeContext): Promise<string | undefined> | string | undefined;
}
