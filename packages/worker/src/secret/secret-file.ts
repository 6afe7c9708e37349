import { isPlainObject } from '@helve/core';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { NamedSecret } from './named-secret.js';

const FORMAT = 'helve.secret/1';

/** The text of a secret's file. It says whose it is, so that a file in the wrong place is noticed. */
export function toSecretFile(capability: string, key: string, value: string): string {
  return `${JSON.stringify({ format: FORMAT, capability, key, value })}\n`;
}

/** The secret in a file. A broken file is an error and never an empty one; its text is not part of the error. */
export function fromSecretFile(text: string, capability: string, key: string): NamedSecret {
  const content = parsed(text);
  if (content?.['format'] !== FORMAT || typeof content['value'] !== 'string' || content['value'] === '') {
    throw unreadable(capability, key, 'the file is damaged; store the secret again');
  }
  if (content['capability'] !== capability || content['key'] !== key) {
    throw unreadable(capability, key, 'the file belongs to another secret, whose name this disk takes for the same');
  }
  return new NamedSecret(key, content['value']);
}

export function unreadable(capability: string, key: string, problem: string): CapabilityFatalError {
  return new CapabilityFatalError(`Cannot read the secret "${key}" of "${capability}": ${problem}`, {
    capabilityName: capability,
  });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const content: unknown = JSON.parse(text);
    return isPlainObject(content) ? content : undefined;
  } catch {
    // What the parser says would quote the file.
    return undefined;
  }
}
