import type { ToolContract } from '@helve/core';

/** Writes the documentation of a tool as a page for people and models. */
export function toToolDocs(contract: ToolContract): string {
  const { id, title, description, docs, inputSchema, outputSchema, policy } = contract;
  const { summary, documentation, examples = [] } = docs ?? {};
  const parts = [
    `# ${title ?? id}`,
    description,
    ...(summary === undefined || summary === description ? [] : [summary]),
    ...(documentation === undefined ? [] : [documentation]),
    `Side effects: ${policy.sideEffects}; ${policy.requiresConfirmation ? 'requires approval' : 'requires no approval'}.`,
    fenced('Input', inputSchema),
    ...(outputSchema === undefined ? [] : [fenced('Output', outputSchema)]),
    ...examples.map((example, index) => fenced(`Example ${index + 1}`, example)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function fenced(heading: string, value: unknown): string {
  return `## ${heading}\n\n\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
}
