import { isPlainObject } from '@helve/core';
import type { ProblemDetail } from '@helve/project';
import type { Assignment } from './parse-flags.js';
import { readJson, readValue, type Reading } from './read-value.js';

/** Gives the text of the file that `@file` names; throws with a reason. */
export type ReadText = (file: string) => Promise<string>;

export interface BuiltInput {
  readonly input: Record<string, unknown>;
  readonly findings: readonly ProblemDetail[];
}

/** The input of a call: what `--input` brought, with the values of flags put over it. */
export async function buildInput(
  base: Readonly<Record<string, unknown>>,
  assignments: readonly Assignment[],
  readText: ReadText,
): Promise<BuiltInput> {
  const input = { ...base };
  const findings: ProblemDetail[] = [];
  const lists = new Map<string, unknown[]>();
  // Whole objects first, so that a flag of one of their members still counts.
  for (const assignment of assignments.toSorted((a, b) => a.flag.path.length - b.flag.path.length)) {
    const { name, path, repeatable } = assignment.flag;
    const reading = await readAssignment(assignment, readText);
    if (!reading.ok) {
      const { message, suggestion } = reading;
      findings.push({ where: `--${name}`, message, ...(suggestion === undefined ? {} : { suggestion }) });
    } else if (repeatable && !assignment.asJson) {
      const list = [...(lists.get(name) ?? []), reading.value];
      lists.set(name, list);
      put(input, path, list);
    } else {
      if (Array.isArray(reading.value)) lists.set(name, reading.value);
      put(input, path, reading.value);
    }
  }
  return { input, findings };
}

async function readAssignment({ flag, text, asJson }: Assignment, readText: ReadText): Promise<Reading> {
  let value = text;
  if (text.startsWith('@@')) value = text.slice(1);
  else if (text.startsWith('@')) {
    try {
      value = await readText(text.slice(1));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ok: false, message: reason, suggestion: `A value that begins with "@" is written "@${text}"` };
    }
  }
  if (asJson) return readJson(value.trim());
  return readValue(value, flag.repeatable ? flag.shape : { ...flag.shape, nullable: flag.nullable });
}

/** Sets a value deep inside, copying what it changes. Defined, not assigned: `__proto__` is a name like any other. */
function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  let member = value;
  if (rest.length > 0) {
    const inner = Object.hasOwn(target, name) ? target[name] : undefined;
    const copy = isPlainObject(inner) ? { ...inner } : {};
    put(copy, rest, value);
    member = copy;
  }
  Object.defineProperty(target, name, { value: member, enumerable: true, configurable: true, writable: true });
}
