import { isToolError, type ToolUser } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { GatewaySettings } from '../gateway-settings.js';

/** Whoever nobody introduced. */
const anonymous: ToolUser = Object.freeze({ id: 'anonymous' });

/** Who sends a request. A host that refuses with a `ToolError` says so to the client; any other failure stays inside. */
export async function userOf(request: Request, { user }: GatewaySettings): Promise<ToolUser> {
  if (user === undefined) return anonymous;
  try {
    return await user(request);
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown;
    throw gatewayErrors.create('GATEWAY_USER_REFUSED', { problem: thrown.message }, { cause: thrown });
  }
}
