import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { main } from '@helve/cli';
import { createCaller, ToolRegistry } from '@helve/core';
import { createGateway } from '@helve/gateway';
import { describeConfigKeys } from '@helve/project';
import { parseSync } from 'oxc-parser';

const root = join(import.meta.dirname, '..');

/** The pages under `docs/reference`, by file name: made from the code that they describe. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['config.md', configPage()],
    ['cli.md', await cliPage()],
    ['http.md', await httpPage()],
    ['api.md', apiPage()],
  ]);
}

const notice = '<!-- Made by `UPDATE_REFERENCE=1 npm test -- reference-pages`. -->';

function configPage(): string {
  const rows = describeConfigKeys().map(([path = '', value = '', docs = '']) => [`\`${path}\``, `\`${value}\``, docs]);
  return page('Configuration', 'Every key of `helve.config.ts` (or `.js`, `.mjs`, `.json`), with its default.', [
    table(['key', 'default', 'description'], rows),
  ]);
}

/** The help of every command, as the terminal shows it. */
async function cliPage(): Promise<string> {
  const overview = await helpOf([]);
  const commands = commandsIn(overview);
  const sections = await Promise.all(
    commands.map(async (name) => {
      const help = await helpOf([name]);
      const verbs = await Promise.all(commandsIn(help).map(async (verb) => helpOf([name, verb])));
      return `## helve ${name}\n\n${[help, ...verbs].map(fenced).join('\n\n')}`;
    }),
  );
  return page('Command line', 'The help of `helve` and of each of its commands.', [fenced(overview), ...sections]);
}

async function helpOf(words: readonly string[]): Promise<string> {
  let stdout = '';
  const code = await main([...words, '--help'], {
    stdout: { write: (text) => (stdout += text), columns: 100 },
    stderr: { write: () => undefined },
    stdin: emptyInput(),
    cwd: root,
    user: 'reader',
    env: {},
    signal: new AbortController().signal,
  });
  if (code !== 0) throw new Error(`Cannot show the help of "${words.join(' ')}": it ended with ${code}`);
  return stdout.trimEnd();
}

async function* emptyInput(): AsyncGenerator<string> {
  // Help reads nothing.
}

/** The names below "Commands:", without `help`. */
function commandsIn(help: string): string[] {
  const listed = /\nCommands:\n((?: {2,}.*\n?)+)/.exec(help)?.[1] ?? '';
  return [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

async function httpPage(): Promise<string> {
  const tools = new ToolRegistry();
  tools.seal();
  const gateway = createGateway({
    caller: createCaller({ tools }),
    approvals: port('list', 'get', 'decide', 'resume'),
    trail: port('list', 'verify'),
    flows: port('list', 'check', 'run', 'watch'),
    jobs: port('handOver', 'list', 'get', 'result'),
    workers: port('list', 'config', 'env'),
    chats: port('create', 'say', 'end'),
  });
  const response = await gateway.fetch(new Request('http://127.0.0.1/v1/openapi.json'));
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, { summary?: string }>> };
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '' }]) => [`\`${method.toUpperCase()} ${path}\``, summary]),
  );
  // OpenAPI has no words for a WebSocket.
  const voice = ['`GET /v1/voice`', 'Hold a conversation by voice, as a WebSocket: see [Voice](../voice.md)'];
  return page('HTTP', 'Every address of the gateway. A running server describes itself at `/v1/openapi.json`.', [
    table(['request', 'description'], [...rows, voice]),
  ]);
}

/** A port of any kind that is only there to be described: nobody calls it. */
function port(...methods: readonly string[]): never {
  const described: unknown = Object.fromEntries(methods.map((method) => [method, () => undefined]));
  return described as never;
}

/** Public names by package and entry, with the first sentence of their comments. */
function apiPage(): string {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  const sections = folders.flatMap(entriesOf).map(({ entry, file }) => {
    const rows = exportsOf(file).map(({ name, docs }) => [`\`${name}\``, docs]);
    return `## ${entry}\n\n${table(['name', 'description'], rows)}`;
  });
  return page('Public API', 'Every name that a package exports. What is not here is not public.', sections);
}

interface Entry {
  readonly entry: string;
  readonly file: string;
}

function entriesOf(folder: string): Entry[] {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return [];
  const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    name: string;
    exports?: Record<string, { default?: string }>;
  };
  return Object.entries(exports)
    .filter(([path]) => path !== './testing')
    .map(([path, target]) => ({
      entry: name + path.slice(1),
      file: join(folder, String(target.default).replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
    }))
    .filter(({ file }) => existsSync(file));
}

interface ExportedName {
  readonly name: string;
  readonly docs: string;
}

/** The names that an index lists, each with the comment of its declaration. */
function exportsOf(index: string): ExportedName[] {
  const found: ExportedName[] = [];
  for (const statement of parseSync(index, readFileSync(index, 'utf8')).program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source === null) continue;
    const file = sourceOf(index, statement.source.value);
    for (const { local, exported } of statement.specifiers) {
      const [name, own] = [nameOf(exported), nameOf(local)];
      found.push({ name, docs: file === undefined ? '' : docsOf(file, own) });
    }
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.name ?? String(node.value);
}

function sourceOf(index: string, specifier: string): string | undefined {
  const file = join(dirname(index), specifier.replace(/\.js$/, '.ts'));
  return specifier.startsWith('.') && existsSync(file) ? file : undefined;
}

/** The first sentence of the comment above a declaration. */
function docsOf(file: string, name: string): string {
  const text = readFileSync(file, 'utf8');
  const declaration = new RegExp(
    `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:@[^\\n]*\\n\\s*)*export (?:declare )?(?:abstract )?(?:async )?(?:class|interface|type|function\\*?|const|let) ${name}\\b`,
  );
  const comment = declaration.exec(text)?.[1]?.replace(/^\s*\* ?/gm, '') ?? '';
  const [first = ''] = comment.trim().split(/\n\s*\n|(?<=[.:])\s/);
  return first.replaceAll(/\s+/g, ' ').replace(/:$/, '.');
}

function page(title: string, first: string, sections: readonly string[]): string {
  return [`# ${title}`, first, notice, ...sections].join('\n\n').concat('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  return lines.join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
