import { createRedactor, fromPointer, sensitiveKeys } from '@helve/core';
import type { ProblemDetail } from '../project-errors.js';

/** A credential is named in a config, so its name is no secret. */
const names = sensitiveKeys.filter((key) => !key.startsWith('credential'));

/** Every place of a written config that holds a secret; what it holds is not repeated. */
export function checkSecrets(config: unknown): ProblemDetail[] {
  const { redacted } = createRedactor({ keys: names }).redact(config);
  return redacted.map((pointer) => ({
    where: fromPointer(pointer).join('.'),
    message: 'A secret is not read from here',
    suggestion: 'Keep it in a variable of the environment, or with `helve secret set`',
  }));
}
