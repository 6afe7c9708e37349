import { CapabilityFatalError } from './fatal-errors.js';
import { registerError } from './register-error.js';

/** Neither the new configuration nor the old one could be applied: only a new worker restores the old one. */
export class ConfigLostError extends CapabilityFatalError {
  static override readonly code: string = 'CONFIG_LOST';
}

registerError(ConfigLostError, {
  parent: 'FATAL',
  category: 'fatal',
  retriable: false,
  fields: [],
  errorType: 'PERMANENT',
});
