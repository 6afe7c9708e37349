import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sections = [
  'Summary',
  'Preconditions',
  'Postconditions',
  'Invariants',
  'Failure Modes',
  'Examples',
  'Common Mistakes',
];

const handler = `import { shorten } from '../_shared/shorten.js';

interface Input {
  readonly query: string;
  readonly limit?: number;
}

export async function execute({ query, limit = 3 }: Input) {
  const results = Array.from({ length: limit }, (_, index) => shorten(\`\${query} \${index}\`));
  return { ok: true, data: { results } };
}
`;

/** A folder of tools of everyday size in TypeScript; removed when the process ends. */
export function writeToolFolders(count: number): string {
  const home = mkdtempSync(join(tmpdir(), 'helve-bench-'));
  process.on('exit', () => rmSync(home, { recursive: true, force: true }));
  const dir = join(home, 'tools');
  mkdirSync(join(dir, '_shared'), { recursive: true });
  writeFileSync(
    join(dir, '_shared', 'shorten.ts'),
    'export const shorten = (text: string): string => text.slice(0, 80);\n',
  );
  for (let index = 0; index < count; index += 1) writeToolFolder(join(dir, `search-${index}`), `search_${index}`);
  return dir;
}

function writeToolFolder(folder: string, toolId: string): void {
  mkdirSync(folder);
  const body = 'One sentence says what holds here, and a second one says why it matters to the caller. '.repeat(2);
  const files = {
    'schema.json': JSON.stringify(schema(toolId), undefined, 2),
    'doc_summary.md': `Searches the shelf ${toolId}.\nUse it for questions about its books.\n`,
    'doc.md': `# ${toolId}\n\n${sections.map((title) => `## ${title}\n\n- ${body}\n- \`query\` is text.\n`).join('\n')}`,
    'handler.ts': handler,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function schema(toolId: string): object {
  return {
    toolId,
    version: '1.0.0',
    description: `Searches the shelf ${toolId} for books`,
    category: 'retrieval',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 200, description: 'What to look for' },
        limit: { type: 'integer', minimum: 1, maximum: 20, default: 3, description: 'How many at most' },
        language: { type: 'string', enum: ['en', 'de', 'fr'], description: 'Of the books' },
        years: {
          type: 'object',
          properties: { from: { type: 'integer' }, to: { type: 'integer' } },
          additionalProperties: false,
        },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
      },
      required: ['query'],
      additionalProperties: false,
    },
    sideEffects: 'read_only',
    idempotent: true,
    requiresConfirmation: false,
    latencyBudgetMs: 500,
    examples: [{ query: 'whales' }],
  };
}
