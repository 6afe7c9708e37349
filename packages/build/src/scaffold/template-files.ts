/** Creates the files of a first tool: one that greets, so that every part has some content. */
export function templateFiles(toolId: string, schemaPath: string): Readonly<Record<string, string>> {
  return {
    'schema.json': `${JSON.stringify(schema(toolId, schemaPath), undefined, 2)}\n`,
    'doc_summary.md': summary,
    'doc.md': documentation(toolId),
    'handler.ts': handler,
  };
}

function schema(toolId: string, schemaPath: string) {
  return {
    $schema: schemaPath,
    toolId,
    version: '0.1.0',
    description: 'Greets a person by name',
    category: 'utility',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100, description: 'Who is greeted' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    sideEffects: 'none',
    idempotent: true,
    requiresConfirmation: false,
    allowedModes: ['voice', 'text'],
    latencyBudgetMs: 200,
    examples: [{ name: 'Ada' }],
  };
}

const summary = `Greets a person by name.
Use it when somebody introduces themselves.
`;

function documentation(toolId: string): string {
  return `# ${toolId}

## Summary

Gives back a greeting for one person.

## Preconditions

- \`name\` is what the person calls themselves.

## Postconditions

- The answer holds \`greeting\`, one sentence.

## Invariants

- Nothing is stored or sent.

## Failure Modes

- A blank \`name\` is PERMANENT: ask for the name again.

## Examples

\`{ "name": "Ada" }\` gives \`{ "greeting": "Hello, Ada!" }\`.

## Common Mistakes

- Sending the whole sentence instead of the name in it.
`;
}

const handler = `/** Runs the tool: \`input\` has passed the schema, and the answer is an envelope. */
export async function execute(input: { readonly name: string }) {
  const name = input.name.trim();
  if (name === '') {
    const message = 'Cannot greet: the name is blank';
    return { ok: false, error: { type: 'PERMANENT', message, retryable: false, partialSideEffects: false } };
  }
  return { ok: true, data: { greeting: \`Hello, \${name}!\` } };
}
`;
