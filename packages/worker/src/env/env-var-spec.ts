import { CapabilityConfigError } from '../error/input-errors.js';
import { checkEnvVar } from './check-env-var.js';

/** How an author may write one variable: only the name is needed. */
export interface EnvVarSource {
  readonly name: string;
  /** A secret comes from the secret store and from nowhere else. */
  readonly secret?: boolean;
  /** Without a value there is no worker. */
  readonly required?: boolean;
  readonly label?: string;
  readonly description?: string;
  /** A template; see `templateCheckPlaceholders`. */
  readonly default?: string | null;
  /** The only values a visible variable may have. */
  readonly options?: readonly string[] | null;
}

/** One variable that a worker reads when it starts. It is fixed at spawn: a new value needs a new worker. */
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
      const name = nameOf(source);
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

/** The name that a declaration gives, whatever else it is. */
export function nameOf(source: unknown): string {
  const name: unknown = typeof source === 'object' && source !== null && 'name' in source ? source.name : undefined;
  return String(name);
}
