import { CapabilityConfigError } from '../error/input-errors.js';
import { checkEnvVar } from './check-env-var.js';

/** One variable as an author may write it: only the name is required. */
export interface EnvVarSource {
  readonly name: string;
  /** Read from the secret store only. */
  readonly secret?: boolean;
  /** Refuses to start the worker without a value. */
  readonly required?: boolean;
  readonly label?: string;
  readonly description?: string;
  /** A template; see `templateCheckPlaceholders`. */
  readonly default?: string | null;
  /** The only values that a visible variable may have. */
  readonly options?: readonly string[] | null;
}

/** One environment variable of a worker. It is fixed at spawn: a new value needs a new worker. */
export class EnvVarSpec implements EnvVarSource {
  readonly name: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly label: string;
  readonly description: string;
  readonly default: string | null;
  readonly options: readonly string[] | null;

  constructor(source: EnvVarSource) {
    const problems = checkEnvVar(source);
    if (problems.length > 0) {
      const name = variableName(source);
      throw new CapabilityConfigError(`Cannot declare the variable "${name}": ${problems.join('; ')}`, {
        fieldsInvalid: [name],
      });
    }
    this.name = source.name;
    this.secret = source.secret ?? false;
    this.required = source.required ?? false;
    this.label = source.label ?? '';
    this.description = source.description ?? '';
    this.default = source.default ?? null;
    this.options = source.options ? Object.freeze([...source.options]) : null;
    Object.freeze(this);
  }
}

/** Returns the name in a declaration, valid or not. */
export function variableName(source: unknown): string {
  const name: unknown = typeof source === 'object' && source !== null && 'name' in source ? source.name : undefined;
  return String(name);
}
