import { CapabilityConfigError } from '../error/input-errors.js';
import { checkEnvVar } from './check-env-var.js';
import { EnvVarSpec, variableName, type EnvVarSource } from './env-var-spec.js';
import { templateCheckPlaceholders } from './template-check-placeholders.js';

/** One problem of a list of declared variables. */
export interface WorkerEnvProblem {
  readonly index: number;
  readonly name: string;
  /** The violated rule: the declaration itself, a repeated name, or the template of a default. */
  readonly rule: 'declaration' | 'repeated' | 'template';
  readonly message: string;
}

/** Finds all problems of a list of declared variables, templates included. */
export function checkWorkerEnv(sources: readonly unknown[]): WorkerEnvProblem[] {
  const seen = new Set<string>();
  return sources.flatMap((source, index) => {
    const name = variableName(source);
    const found = (rule: WorkerEnvProblem['rule']) => (message: string) => ({ index, name, rule, message });
    const declared = checkEnvVar(source);
    const repeated = seen.has(name) ? ['the name is in the list twice'] : [];
    seen.add(name);
    const template = declared.length === 0 ? checkTemplate(source as EnvVarSource) : [];
    return [
      ...declared.map(found('declaration')),
      ...repeated.map(found('repeated')),
      ...template.map(found('template')),
    ];
  });
}

/** Reads the variables that a class declares in `WORKER_ENV`, without an instance; throws for invalid ones. */
export function readWorkerEnv(capability: object): readonly EnvVarSpec[] {
  return toEnvVarSpecs('WORKER_ENV' in capability ? (capability.WORKER_ENV ?? []) : []);
}

/** Converts declared literals to specs; throws one error for all problems. Templates are left to `checkWorkerEnv`. */
export function toEnvVarSpecs(sources: unknown): readonly EnvVarSpec[] {
  if (!Array.isArray(sources)) {
    throw new CapabilityConfigError('Cannot read WORKER_ENV: it is not a list', { fieldsInvalid: ['WORKER_ENV'] });
  }
  const problems = checkWorkerEnv(sources).filter(({ rule }) => rule !== 'template');
  if (problems.length > 0) {
    const texts = problems.map(({ name, message }) => `"${name}": ${message}`);
    throw new CapabilityConfigError(`Cannot read WORKER_ENV: ${texts.join('; ')}`, {
      fieldsInvalid: [...new Set(problems.map(({ name }) => name))],
    });
  }
  const specs = sources as readonly EnvVarSource[];
  return Object.freeze(specs.map((source) => (source instanceof EnvVarSpec ? source : new EnvVarSpec(source))));
}

function checkTemplate({ default: template }: EnvVarSource): string[] {
  if (template === undefined || template === null) return [];
  try {
    templateCheckPlaceholders(template);
    return [];
  } catch (error) {
    if (CapabilityConfigError.is(error)) return [error.message];
    throw error;
  }
}
