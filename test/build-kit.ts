import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildRegistry, type BuildOptions, type BuildResult, type Problem } from '@helve/build';
import type { JsonObject, JsonSchemaObject, SchemaCompiler } from '@helve/core';
import { onTestFinished } from 'vitest';

/** Files by path. */
export type Files = Readonly<Record<string, string>>;

/** A `schema.json` that is in order. */
export const soundSchema = {
  toolId: 'ignore_user',
  version: '1.0.0',
  description: 'Blocks a user for some time',
  category: 'action',
  parameters: {
    type: 'object',
    properties: {
      userId: { type: 'string', description: 'Who is blocked' },
      seconds: { type: 'integer', minimum: 30, maximum: 86_400, description: 'For how long' },
    },
    required: ['userId'],
    additionalProperties: false,
  },
  sideEffects: 'writes',
  idempotent: true,
  requiresConfirmation: true,
  allowedModes: ['voice', 'text'],
  latencyBudgetMs: 500,
};

export const soundSummary = 'Blocks a user for some time.\nUse it when a user is abusive.\n';

const sections = [
  'Summary',
  'Preconditions',
  'Postconditions',
  'Invariants',
  'Failure Modes',
  'Examples',
  'Common Mistakes',
];

export const soundDoc = `# ignore_user\n\n${sections.map((title) => `## ${title}\n\nSomething about it.\n`).join('\n')}`;

const soundHandler = `export async function execute(input) {
  return { ok: true, data: { ignored: input.userId }, intents: [{ type: 'END_VOICE_SESSION', after: 'current_turn' }] };
}
`;

/** The four files of a tool; a change of the schema and other files may be given, `undefined` leaves one out. */
export function toolFolder(
  name = 'ignore-user',
  schema: object = {},
  files: Readonly<Record<string, string | undefined>> = {},
): Files {
  const all = {
    'schema.json': JSON.stringify({ ...soundSchema, toolId: name.replaceAll('-', '_'), ...schema }, undefined, 2),
    'doc_summary.md': soundSummary,
    'doc.md': soundDoc,
    'handler.js': soundHandler,
    ...files,
  };
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(kept.map(([file, text]) => [`${name}/${file}`, text]));
}

const plain = (
  provider: string,
  shape: (name: string, description: string, schema: JsonSchemaObject) => object,
): SchemaCompiler => ({
  provider,
  version: '1',
  compile: ({ id, description, inputSchema }, names) => ({
    schema: shape(names[id] ?? '', description, inputSchema) as JsonObject,
    losses: [],
    restore: [],
  }),
});

/** Compilers that hand the schema on, for tests of everything around them. */
export const plainCompilers: readonly SchemaCompiler[] = [
  plain('openai', (name, description, parameters) => ({
    type: 'function',
    function: { name, description, parameters },
  })),
  plain('geminiNative', (name, description, parameters) => ({ name, description, parameters })),
  plain('mcp', (name, description, inputSchema) => ({ name, description, inputSchema })),
];

export interface ToolProject {
  readonly dir: string;
  write(files: Files): Promise<void>;
  remove(...paths: readonly string[]): Promise<void>;
  build(options?: Partial<BuildOptions>): Promise<BuildResult>;
  /** The problems of a build that has to fail. */
  problems(options?: Partial<BuildOptions>): Promise<readonly Problem[]>;
  read(path: string): Promise<string>;
  /** Every file below a folder with its text. */
  readAll(folder?: string): Promise<Record<string, string>>;
}

/** A tools folder of its own, on disk. */
export async function createTools(files: Files = toolFolder()): Promise<ToolProject> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'helve-build-')));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const dir = join(home, 'tools');
  await mkdir(dir);
  const write = async (more: Files) => {
    for (const [path, text] of Object.entries(more)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
  };
  await write(files);
  const build = (options: Partial<BuildOptions> = {}) => buildRegistry({ dir, compilers: plainCompilers, ...options });
  return {
    dir,
    write,
    build,
    async remove(...paths) {
      for (const path of paths) await rm(join(dir, path), { recursive: true });
    },
    async problems(options) {
      const result = await build(options);
      return result.ok ? [] : result.problems;
    },
    read: (path) => readFile(join(dir, path), 'utf8'),
    readAll: (folder = dir) => readAll(folder),
  };
}

async function readAll(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.toSorted().map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}
