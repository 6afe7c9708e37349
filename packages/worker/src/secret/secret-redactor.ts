import { createRedactor, type Redactor, type Secret } from '@helve/core';
import { secretWarning } from './check-secret.js';

/** Lines of a longer secret, such as a key in PEM, are also hidden one by one. */
const MIN_LINE = 16;

/** Hides every live secret, in any of its encodings, in everything that leaves a worker's host. */
export interface SecretRedactor extends Redactor {
  /** Hides a value until the returned function is called. Two holders of one value need two calls. */
  hold(name: string, secret: Secret): () => void;
}

export interface SecretRedactorOptions {
  /** Called for values that are too short to hide reliably. */
  readonly warn?: (message: string) => void;
}

/** Creates the redactor of one host; each use covers the secrets that are live at that moment. */
export function createSecretRedactor({ warn = () => undefined }: SecretRedactorOptions = {}): SecretRedactor {
  const holders = new Map<string, number>();
  let current: Redactor | undefined;

  function redactor(): Redactor {
    current ??= createRedactor({ secrets: [...holders.keys()].flatMap(withLines), patterns: [], keys: [] });
    return current;
  }

  function count(value: string, by: 1 | -1): void {
    const left = (holders.get(value) ?? 0) + by;
    if (left === 0) holders.delete(value);
    else holders.set(value, left);
    current = undefined;
  }

  return Object.freeze({
    hold(name: string, secret: Secret) {
      const value = secret.reveal();
      if (value === '') return () => undefined;
      const warning = secretWarning(name, secret);
      if (warning !== undefined) warn(warning);
      count(value, 1);
      let held = true;
      return () => {
        if (held) count(value, -1);
        held = false;
      };
    },
    redact: (value: unknown) => redactor().redact(value),
    redactText: (text: string) => redactor().redactText(text),
    openEnd: (text: string) => redactor().openEnd(text),
  });
}

function withLines(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  return lines.length === 1 ? [value] : [value, ...lines.filter((line) => line.length >= MIN_LINE)];
}
