import { isPlainObject, type JsonSchemaObject } from '@helve/core';
import { called, checkedElsewhere, checkRows, flag, membersSchema, text, type Check, type Members } from './shape.js';

/** One argument of a prompt, filled in by the person who picks it. */
export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A prompt that clients of `/mcp` and of `helve mcp` offer. */
export interface ProjectPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Text for the model; `{{NAME}}` stands for an argument, which is required unless `arguments` says otherwise. */
  readonly text: string;
  readonly arguments?: readonly PromptArgument[];
}

const needed = { ...text, required: true };
const argumentMembers: Members = { name: needed, description: text, required: flag };
const promptMembers: Members = {
  name: needed,
  title: text,
  description: text,
  text: { ...called('the prompt for the model', text), required: true },
  arguments: checkedElsewhere({ type: 'array', items: membersSchema(argumentMembers) }),
};

export const promptsSchema: JsonSchemaObject = { type: 'array', items: membersSchema(promptMembers) };

export const checkPrompts: Check = (value, where) => {
  const findings = checkRows(value, where, promptMembers);
  if (!Array.isArray(value)) return findings;
  const ofArguments = value.flatMap((prompt: unknown, index) => {
    const args = isPlainObject(prompt) ? prompt['arguments'] : undefined;
    return args === undefined ? [] : checkRows(args, `${where}[${index}].arguments`, argumentMembers);
  });
  return [...findings, ...ofArguments];
};
