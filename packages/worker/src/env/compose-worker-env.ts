import { Secret } from '@helve/core';
import { CapabilityConfigError } from '../error/input-errors.js';
import type { ResolvedWorkerEnv } from './worker-env-input.js';

/** Ways to deliver secrets to a worker: in its environment, or over its channel, so that no process list shows them. */
export type SecretDelivery = 'env' | 'channel';

/** Plain texts for one spawn; never stored or printed. */
export interface ComposedWorkerEnv {
  readonly env: { readonly [name: string]: string };
  /** Secrets that are sent in `boot` instead. */
  readonly secrets: { readonly [name: string]: string };
}

/** Reveals an environment for one spawn; the result does not follow later changes. */
export function composeWorkerEnv(resolved: ResolvedWorkerEnv, delivery: SecretDelivery = 'env'): ComposedWorkerEnv {
  const secretNames = new Set(resolved.variables.filter(({ secret }) => secret).map(({ name }) => name));
  const entries = Object.entries(resolved.env).map(([name, value]) => [name, plain(value)] as const);
  const overChannel = (name: string) => delivery === 'channel' && secretNames.has(name);
  return Object.freeze({
    env: Object.freeze(Object.fromEntries(entries.filter(([name]) => !overChannel(name)))),
    secrets: Object.freeze(Object.fromEntries(entries.filter(([name]) => overChannel(name)))),
  });
}

/** Throws one error before any spawn that names all problems and missing variables; returns warnings about the rest. */
export function assertWorkerEnv(
  { capabilityName, problems, missing, variables }: ResolvedWorkerEnv,
  { missingEnv = 'fail' }: { readonly missingEnv?: 'fail' | 'report' } = {},
): readonly string[] {
  const absent = missing.map((name) => {
    const isSecret = variables.some((one) => one.name === name && one.secret);
    const how = isSecret ? `; set it with \`helve secret set ${capabilityName} ${name}\`` : '';
    return { name, message: `it is required and has no value${how}` };
  });
  const fatal = missingEnv === 'fail' ? [...problems, ...absent] : problems;
  if (fatal.length > 0) throw refused(capabilityName, fatal);
  const errors = variables.flatMap(({ name, error }) => (error === undefined ? [] : [`"${name}": ${error}`]));
  return [...absent.map(({ name, message }) => `"${name}": ${message}`), ...errors];
}

function refused(capabilityName: string, problems: ResolvedWorkerEnv['problems']): CapabilityConfigError {
  const texts = problems.map(({ name, message }) => `"${name}": ${message}`);
  const message = `Cannot compose the environment of capability "${capabilityName}": ${texts.join('; ')}`;
  const fieldsInvalid = [...new Set(problems.map(({ name }) => name))];
  return new CapabilityConfigError(message, { fieldsInvalid, capabilityName });
}

function plain(value: string | Secret): string {
  return value instanceof Secret ? value.reveal() : value;
}
