import { isPlainObject } from '@helve/core';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { NamedSecret } from './named-secret.js';

const FORMAT = 'helve.secret/1';

/** Returns the text of a secret's file. It names its owner, so that a misplaced file is detected. */
export function toSecretFile(capability: string, key: string, value: string): string {
  return `${JSON.stringify({ format: FORMAT, capability, key, value })}\n`;
}

/** Parses a secret's file. A corrupt file is an error, never an empty secret; the error does not contain its text. */
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
    // The parser's message would quote the file.
    return undefined;
  }
}
