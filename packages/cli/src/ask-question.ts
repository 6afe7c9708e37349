import { visibleText, type JsonSchemaObject } from '@helve/core';
import { choiceText, readValue } from './flags/read-value.js';
import { readShape, type Member, type Shape } from './flags/read-shape.js';
import type { Terminal } from './terminal.js';
import { readTypedLine } from './typed-lines.js';

/** A question of a running tool. */
export interface TypedQuestion {
  readonly message: string;
  readonly schema: JsonSchemaObject;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Takes the answer; returns what is wrong with it, for another try. */
  give(content: unknown): Promise<readonly string[]>;
}

type Answered = { readonly value: unknown } | undefined;

/** Asks the person at the terminal, a line for each field, until the answer fits; false if they end the input instead. */
export async function askQuestion({ io }: Pick<Terminal, 'io'>, question: TypedQuestion): Promise<boolean> {
  const { message, schema, signal, give } = question;
  io.stderr.write(`${visibleText(message)}\n`);
  const shape = readShape(schema, schema);
  for (;;) {
    const answer = await readAnswer(io, shape, signal);
    if (answer === undefined) return false;
    const problems = await give(answer.value);
    if (problems.length === 0) return true;
    for (const problem of problems) io.stderr.write(`${visibleText(problem)}\n`);
  }
}

async function readAnswer(io: Terminal['io'], shape: Shape, signal: AbortSignal): Promise<Answered> {
  if (shape.kind !== 'object') return readField(io, { name: 'answer', shape, required: true, description: '' }, signal);
  const entries: (readonly [string, unknown])[] = [];
  for (const member of shape.members) {
    const field = await readField(io, member, signal);
    if (field === undefined) return undefined;
    if (field.value !== undefined) entries.push([member.name, field.value]);
  }
  return { value: Object.fromEntries(entries) };
}

/** Reads a field until it is one; an optional one that is left empty has no value. */
async function readField(io: Terminal['io'], member: Member, signal: AbortSignal): Promise<Answered> {
  const { shape, required, default: standard } = member;
  for (;;) {
    io.stderr.write(visibleText(promptOf(member)));
    const line = await readTypedLine(io, signal);
    if (line === undefined) return undefined;
    if (line.trim() === '' && (!required || standard !== undefined)) return { value: undefined };
    const reading = readValue(shape.kind === 'boolean' ? toBoolean(line) : line, shape);
    if (reading.ok) return reading;
    io.stderr.write(`${visibleText(reading.message)}\n`);
  }
}

function promptOf({ name, shape, required, description, default: standard }: Member): string {
  const choices = shape.kind === 'choice' ? ` (${shape.choices.map(choiceText).join(', ')})` : '';
  const yesOrNo = shape.kind === 'boolean' ? ' (y/n)' : '';
  const otherwise = standard === undefined ? '' : `, ${JSON.stringify(standard)} if empty`;
  const optional = required || standard !== undefined ? '' : ', optional';
  return `${description === '' ? name : description}${choices}${yesOrNo}${otherwise}${optional}: `;
}

function toBoolean(line: string): string {
  if (/^y(?:es)?$/i.test(line.trim())) return 'true';
  return /^no?$/i.test(line.trim()) ? 'false' : line;
}
