import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { transform } from 'esbuild';
import { type Block, root } from './pages.js';

/** Inside the workspace, so that the packages resolve as they do for a user. */
const home = join(root, 'node_modules', '.cache', 'helve', 'snippets');

export const nameOf = (block: Block) => `${block.path}:${block.line}`;

/** Type checks all blocks in one go; the answer has one message per error, with the line in the page. */
export function compileBlocks(blocks: readonly Block[], label: string): Map<string, string[]> {
  const folder = join(home, label);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, block] of blocks.entries()) writeFileSync(join(folder, `${index}.ts`), `${block.code}\n`);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configFor(blocks)));
  const found = new Map(blocks.map((block) => [nameOf(block), [] as string[]]));
  if (blocks.length === 0) return found;
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const match of stdout.matchAll(/^(?:.*\/)?(\d+)\.ts\((\d+),\d+\): (.*)$/gm)) {
    const block = blocks[Number(match[1])];
    if (block) found.get(nameOf(block))?.push(`${block.path}:${block.line + Number(match[2])} ${match[3]}`);
  }
  const named = [...found.values()].some((errors) => errors.length > 0);
  if (status !== 0 && !named) throw new Error(`Cannot compile the snippets:\n${stdout}`);
  return found;
}

function configFor(blocks: readonly Block[]) {
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
      noEmit: true,
    },
    files: blocks.map((_, index) => `${index}.ts`),
  };
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a TypeScript block as a program of its own. */
export async function runTypeScript(block: Block): Promise<Ran> {
  const folder = join(home, 'run');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${block.path.replace(/\W+/g, '-')}-${block.line}.mjs`);
  const { code } = await transform(block.code, { loader: 'ts', target: 'es2022', format: 'esm' });
  writeFileSync(file, code);
  return spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
}

/** Runs a block of `helve` commands through the built terminal door. */
export function runShell(block: Block): Ran {
  const script = block.code.replace(/\\\n\s*/g, '').replace(/^npx helve\b/gm, 'helve');
  const foreign = script.split('\n').find((line) => !/^(?:helve\b|#|\s*$)/.test(line));
  if (foreign !== undefined) throw new Error(`Cannot run ${nameOf(block)}: "${foreign}" does not begin with helve`);
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`;
  return spawnSync('sh', ['-ec', script], { cwd: root, encoding: 'utf8', env: { ...process.env, PATH: path } });
}
