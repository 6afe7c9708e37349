import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export interface Page {
  /** Relative to the root of the workspace. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block; after its language come marks, such as `run`. */
export interface Block {
  readonly path: string;
  /** The line of the opening fence. */
  readonly line: number;
  readonly language: string;
  readonly marks: readonly string[];
  readonly code: string;
  /** What it prints, from a block marked `output` that follows. */
  readonly output?: string;
}

export function readPages(): Page[] {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`);
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'));
  return ['README.md', 'CONTRIBUTING.md', ...packages, ...docs.sort()]
    .filter((path) => existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function blocksOf({ path, text }: Page): Block[] {
  const blocks: (Block & { output?: string })[] = [];
  let open: { line: number; indent: string; info: string; code: string[] } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^(\s*)```(.*)$/.exec(line);
    if (open === null) {
      if (fence) open = { line: index + 1, indent: fence[1] ?? '', info: fence[2] ?? '', code: [] };
    } else if (fence?.[2]?.trim() === '') {
      const [language = '', ...marks] = open.info.trim().split(/\s+/);
      const code = open.code.join('\n');
      const last = blocks.at(-1);
      if (marks.includes('output') && last) last.output = code;
      else blocks.push({ path, line: open.line, language, marks, code });
      open = null;
    } else {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    }
  }
  return blocks;
}

/** The value of a mark such as `file=tools.ts`. */
function markOf({ marks }: Block, name: string): string | undefined {
  return marks.find((mark) => mark.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The file that a block is, in the project that its page builds up. */
export const fileOf = (block: Block) => markOf(block, 'file');

/** The exit code that a block ends with. */
export const exitOf = (block: Block) => Number(markOf(block, 'exit') ?? 0);

/** What is wrong with a page besides its code. */
export function pageProblems(page: Page, exists: (path: string) => boolean = existsInRoot): string[] {
  const lines = page.text.trimEnd().split('\n');
  const problems: string[] = [];
  if (page.path.startsWith('docs/') && !/^[\p{L}\p{N}`*_"[(]/u.test(firstLine(lines))) {
    problems.push(`${page.path} has no first paragraph under its title`);
  }
  if (/^packages\/[^/]+\/README\.md$/.test(page.path) && lines.length > 40) {
    problems.push(`${page.path} has ${lines.length} lines, of 40`);
  }
  return [...problems, ...brokenLinks(page, exists)];
}

/** The first line that says something after the title. */
function firstLine(lines: readonly string[]): string {
  const [title = '', ...rest] = lines.filter((line) => line.trim() !== '');
  return title.startsWith('# ') ? (rest[0] ?? '').replace(/^[-*+] .*|^\d+[.)] .*/, '') : '';
}

function brokenLinks({ path, text }: Page, exists: (path: string) => boolean): string[] {
  const prose = text
    .replace(/^\s*```[\s\S]*?^\s*```/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].flatMap((match) => {
    const link = match[1] ?? '';
    if (/^[a-z]+:/i.test(link)) return [];
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file).replaceAll('\\', '/');
    const line = prose.slice(0, match.index).split('\n').length;
    if (!exists(target)) return [`${path}:${line} links to ${link}, which is not there`];
    const missing = anchor && target.endsWith('.md') && !anchorsOf(target === path ? text : read(target)).has(anchor);
    return missing ? [`${path}:${line} links to ${link}, and that heading is not there`] : [];
  });
}

function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

function existsInRoot(path: string): boolean {
  return existsSync(join(root, path));
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
