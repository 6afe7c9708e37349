import { createRedactor, fromPointer, sensitiveKeys } from '@helve/core';
import type { ProblemDetail } from '../project-errors.js';

/** A credential is named in a config, so its name is no secret. */
const names = sensitiveKeys.filter((key) => !key.startsWith('credential'));

/** Every place of a written config that holds a secret; what it holds is not repeated. */
export function checkSecrets(config: unknown): ProblemDetail[] {
  const { redacted } = createRedactor({ keys: names }).redact(config);
  const secrets = redacted.filter((pointer) => !isReference(fromPointer(pointer).reduce(memberOf, config)));
  return secrets.map((pointer) => ({
    where: fromPointer(pointer).join('.'),
    message: 'A secret is not read from here',
    suggestion: 'Keep it in a variable of the environment, or with `helve secret set`',
  }));
}

/** A variable of the environment in place of a secret, with or without a scheme: `Bearer ${NAME}`. */
function isReference(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[A-Za-z]+ )?\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(value);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
