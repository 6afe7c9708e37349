import { capitalized, nameTool, type NamedTool } from './name-tool.js';

/** Creates the files of a tool that builds and runs as it is, described as far as its name tells. */
export function templateFiles(toolId: string, schemaPath: string): Readonly<Record<string, string>> {
  const tool = nameTool(toolId);
  const kind = kinds[tool.category];
  return {
    'schema.json': `${JSON.stringify(toSchema(toolId, schemaPath, tool, kind), undefined, 2)}\n`,
    'doc_summary.md': toSummary(tool, kind),
    'doc.md': toDocumentation(toolId, tool, kind),
    'handler.ts': toHandler(kind),
  };
}

/** The parts of a template that follow from the kind of tool. */
interface Kind {
  readonly parameter: string;
  readonly about: (subject: string) => string;
  readonly sideEffects: string;
  readonly requiresConfirmation: boolean;
  /** The data that the first handler gives, as code and in words. */
  readonly result: string;
  readonly gives: string;
  readonly invariant: string;
}

const kinds: { readonly [C in NamedTool['category']]: Kind } = {
  retrieval: {
    parameter: 'query',
    about: (subject) => `What to look for: the words, name or number of the ${subject}`,
    sideEffects: 'read_only',
    requiresConfirmation: false,
    result: '{ query, found: [] }',
    gives: '`found` holds what matches, the best first; it is empty if nothing does.',
    invariant: 'It changes nothing.',
  },
  action: {
    parameter: 'target',
    about: (subject) => `What it acts on: the name or number of the ${subject}`,
    sideEffects: 'writes',
    requiresConfirmation: true,
    result: '{ target, done: false }',
    gives: '`done` tells whether it happened.',
    invariant: 'It acts once for each call, after a person has confirmed it.',
  },
  utility: {
    parameter: 'text',
    about: (subject) => `What it works on: the ${subject}`,
    sideEffects: 'none',
    requiresConfirmation: false,
    result: '{ text }',
    gives: '`text` is what it was given, until the handler does more.',
    invariant: 'Equal arguments give equal results; nothing is stored or sent.',
  },
};

function toSchema(toolId: string, schemaPath: string, { title, does, category, subject }: NamedTool, kind: Kind) {
  const { parameter, about, sideEffects, requiresConfirmation } = kind;
  return {
    $schema: schemaPath,
    toolId,
    version: '0.1.0',
    title,
    description: capitalized(does),
    category,
    parameters: {
      type: 'object',
      properties: { [parameter]: { type: 'string', minLength: 1, maxLength: 1000, description: about(subject) } },
      required: [parameter],
      additionalProperties: false,
    },
    sideEffects,
    idempotent: category !== 'action',
    requiresConfirmation,
    allowedModes: ['voice', 'text'],
    latencyBudgetMs: 500,
    examples: [{ [parameter]: subject }],
  };
}

function toSummary({ does, subject }: NamedTool, { parameter }: Kind): string {
  return `${capitalized(does)}, by \`${parameter}\`.
Use it when somebody asks about ${subject}.
`;
}

function toDocumentation(toolId: string, { does, subject }: NamedTool, { parameter, gives, invariant }: Kind): string {
  return `# ${toolId}

<!-- A model reads this page on demand. Replace the comments with what holds for your tool. -->

## Summary

${capitalized(does)}.

<!-- One or two sentences: what the caller gets, and when another tool is the better one. -->

## Preconditions

- \`${parameter}\` names the ${subject}.

<!-- What has to hold before a call: facts to ask for first, rights, a state that is needed. -->

## Postconditions

- ${gives}

<!-- What holds after a call: the fields of the result, and what has changed. -->

## Invariants

- ${invariant}

<!-- What never happens, whatever the arguments. -->

## Failure Modes

- A blank \`${parameter}\` is PERMANENT: ask for it again.

<!-- Each way to fail: its type, and what the caller should do then. -->

## Examples

\`{ "${parameter}": "${subject}" }\`

<!-- Arguments and results of two or three typical calls. -->

## Common Mistakes

- Sending a whole sentence as \`${parameter}\` instead of what it names.

<!-- What callers get wrong, and how it is right. -->
`;
}

function toHandler({ parameter, result }: Kind): string {
  return `/** Runs the tool: \`input\` has passed the schema, and the answer is an envelope. */
export async function execute(input: { readonly ${parameter}: string }) {
  const ${parameter} = input.${parameter}.trim();
  if (${parameter} === '') {
    const message = 'Cannot use the ${parameter}: it is blank';
    return { ok: false, error: { type: 'PERMANENT', message, retryable: false, partialSideEffects: false } };
  }
  // Replace this with what the tool does.
  return { ok: true, data: ${result} };
}
`;
}
