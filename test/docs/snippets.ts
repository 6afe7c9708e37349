import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { type Block, fileOf, root } from './pages.js';

/** Inside the workspace, so that the packages resolve as they do for a user. */
const home = join(root, 'node_modules', '.cache', 'helve', 'snippets');

export const nameOf = (block: Block) => `${block.path}:${block.line}`;

/** Type checks all blocks in one go; the answer has one message per error, with the line in the page. */
export function compileBlocks(blocks: readonly Block[], label: string): Map<string, string[]> {
  const folder = join(home, label);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const paths = blocks.map(pathOf);
  for (const [index, block] of blocks.entries()) writeCode(join(folder, paths[index] ?? ''), block);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configFor(paths)));
  const found = new Map(blocks.map((block) => [nameOf(block), [] as string[]]));
  if (blocks.length === 0) return found;
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const match of stdout.matchAll(/^(.*\.ts)\((\d+),\d+\): (.*)$/gm)) {
    const block = blocks[paths.findIndex((path) => `/${match[1]?.replaceAll('\\', '/')}`.endsWith(`/${path}`))];
    if (block) found.get(nameOf(block))?.push(`${block.path}:${block.line + Number(match[2])} ${match[3]}`);
  }
  const named = [...found.values()].some((errors) => errors.length > 0);
  if (status !== 0 && !named) throw new Error(`Cannot compile the snippets:\n${stdout}`);
  return found;
}

/** The blocks of a page share a folder, so that one may import the file of another. */
function pathOf(block: Block): string {
  return `${block.path.replace(/\W+/g, '-')}/${fileOf(block) ?? `line-${block.line}.ts`}`;
}

function writeCode(path: string, { code }: Block): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${code}\n`);
}

function configFor(paths: readonly string[]) {
  return {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'esnext.decorators', 'esnext.disposable'],
      module: 'nodenext',
      moduleDetection: 'force',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
    },
    files: paths,
  };
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a TypeScript block as a program of its own; with a folder, beside the files that are there. */
export async function runTypeScript(block: Block, folder?: string): Promise<Ran> {
  const source = join(
    folder ?? join(home, 'run'),
    folder === undefined ? pathOf(block) : (fileOf(block) ?? 'block.ts'),
  );
  const program = source.replace(/\.ts$/, '.mjs');
  writeCode(source, block);
  await build({
    entryPoints: [source],
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    tsconfigRaw: {},
  });
  return spawnSync(process.execPath, [program], { cwd: folder ?? root, encoding: 'utf8' });
}

/** Runs a block of `helve` commands through the built terminal door. */
export function runShell(block: Block, cwd = root): Ran {
  const script = block.code.replace(/\\\n\s*/g, '').replace(/^npx helve\b/gm, 'helve');
  const foreign = script.split('\n').find((line) => !/^(?:helve\b|#|\s*$)/.test(line));
  if (foreign !== undefined) throw new Error(`Cannot run ${nameOf(block)}: "${foreign}" does not begin with helve`);
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`;
  return spawnSync('sh', ['-ec', script], { cwd, encoding: 'utf8', env: { ...process.env, PATH: path } });
}

/** Creates an empty folder outside of the workspace in which the packages resolve as if they were installed. */
export function makeProjectFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'helve-page-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** Follows a page from top to bottom in one folder: writes its files, and runs the blocks that are marked so. */
export async function* followPage(blocks: readonly Block[], folder: string): AsyncGenerator<readonly [Block, Ran]> {
  for (const block of blocks) {
    const file = fileOf(block);
    if (file !== undefined) writeCode(join(folder, file), block);
    if (!block.marks.includes('run')) continue;
    yield [block, block.language === 'sh' ? runShell(block, folder) : await runTypeScript(block, folder)];
  }
}
