import type { ToolError } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';

/** Why an address could not be had, in the words of the error table. */
export function toListenError(cause: NodeJS.ErrnoException, host: string, port: number): ToolError {
  const facts = { host, port };
  switch (cause.code) {
    case 'EADDRINUSE':
      return gatewayErrors.create('GATEWAY_PORT_IN_USE', facts, { cause, details: facts });
    case 'EACCES':
      return gatewayErrors.create('GATEWAY_PORT_FORBIDDEN', facts, { cause, details: facts });
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return gatewayErrors.create('GATEWAY_HOST_UNUSABLE', facts, { cause, details: facts });
    default:
      return gatewayErrors.create(
        'GATEWAY_LISTEN_FAILED',
        { ...facts, reason: cause.message },
        { cause, details: facts },
      );
  }
}
