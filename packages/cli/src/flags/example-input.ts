import { compileJsonSchema, isPlainObject, type ToolContract } from '@helve/core';
import { readShape, type Shape } from './read-shape.js';

/** An input of a tool. */
export type ExampleInput = Readonly<Record<string, unknown>>;

/** The author's own examples that fit the schema, given as the input itself or as `{ input }`. */
export function exampleInputs(tool: ToolContract): ExampleInput[] {
  const examples = tool.docs?.examples ?? [];
  // The common case, which needs no validator.
  if (examples.length === 0) return [];
  const fits = compileFit(tool);
  return examples.flatMap((example) => {
    const candidates: unknown[] = [example, isPlainObject(example) ? example['input'] : undefined];
    return candidates.filter(isPlainObject).filter(fits).slice(0, 1);
  });
}

/** An input that fits: the first example, or the smallest one that can be made up. */
export function exampleInput(tool: ToolContract): ExampleInput | undefined {
  const [example] = exampleInputs(tool);
  if (example !== undefined) return example;
  const made = makeUp(readShape(tool.inputSchema, tool.inputSchema));
  return isPlainObject(made) && compileFit(tool)(made) ? made : undefined;
}

function compileFit({ inputSchema }: ToolContract): (input: unknown) => boolean {
  const compiled = compileJsonSchema(inputSchema, { unknown: 'reject' });
  return (input) => compiled.check(input).ok;
}

function makeUp(shape: Shape): unknown {
  switch (shape.kind) {
    case 'text':
    case 'any':
      return 'text';
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'choice':
      return shape.choices[0];
    case 'list':
      return [makeUp(shape.item)];
    case 'json':
      return {};
    case 'object':
      return Object.fromEntries(
        shape.members.filter(({ required }) => required).map((member) => [member.name, makeUp(member.shape)]),
      );
  }
}
