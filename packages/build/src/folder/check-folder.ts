import { checkDocumentation, checkGuide, checkSummary, type Docs } from '../doc/check-docs.js';
import { collectProblems, type Problem, type ReportProblem } from '../problem/problem.js';
import { checkToolSchema } from '../schema/check-tool-schema.js';
import type { DeclaredTool } from '../schema/declared-tool.js';
import type { FolderFiles } from './read-folder.js';
import type { ToolFolder } from './scan-folders.js';

/** The valid declarations of a folder. */
export interface CheckedFolder {
  readonly declared?: DeclaredTool;
  readonly docs?: Docs;
  /** The name of the handler file, where there is exactly one. */
  readonly handler?: string;
  readonly problems: readonly Problem[];
}

const handlerNames = ['handler.ts', 'handler.js', 'handler.mjs'];

/** Lists the handler files of a folder; a valid one has exactly one. */
export function handlersIn(names: ReadonlySet<string>): string[] {
  return handlerNames.filter((name) => names.has(name));
}

/** Checks everything about a folder but the code of its handler. */
export async function checkFolder(
  { name, toolId }: ToolFolder,
  files: FolderFiles,
  modes: readonly string[],
): Promise<CheckedFolder> {
  const problems: Problem[] = [];
  const report = collectProblems(problems, toolId);
  const pathOf = (file: string) => `${name}/${file}`;
  for (const file of files.unreadable) {
    report('BUILD_FILE_UNREADABLE', { file: pathOf(file) }, `Cannot read ${file} of "${toolId}" as text`);
  }
  const read = (file: string): string | undefined => {
    const text = files.textOf(file);
    if (text === undefined && !files.unreadable.includes(file)) missing(toolId, pathOf(file), file, report);
    return text;
  };
  const schema = read('schema.json');
  const declared =
    schema === undefined ? undefined : checkToolSchema(schema, { file: pathOf('schema.json'), toolId, modes }, report);
  const docs = await checkDocs(files, read, pathOf, report);
  const handler = findHandler(toolId, files, pathOf, report);
  return {
    ...(declared === undefined ? {} : { declared }),
    ...(docs === undefined ? {} : { docs }),
    ...(handler === undefined ? {} : { handler }),
    problems,
  };
}

function missing(toolId: string, path: string, what: string, report: ReportProblem): void {
  report('BUILD_FILE_MISSING', { file: path }, `Cannot build "${toolId}": ${what} is missing`);
}

async function checkDocs(
  { names }: FolderFiles,
  read: (file: string) => string | undefined,
  pathOf: (file: string) => string,
  report: ReportProblem,
): Promise<Docs | undefined> {
  if (!names.has('guide.md')) {
    const [summary, documentation] = [read('doc_summary.md'), read('doc.md')];
    if (documentation !== undefined) await checkDocumentation(documentation, pathOf('doc.md'), report);
    const checked = summary === undefined ? undefined : checkSummary(summary, pathOf('doc_summary.md'), report);
    return checked === undefined || documentation === undefined ? undefined : { summary: checked, documentation };
  }
  for (const other of ['doc_summary.md', 'doc.md'].filter((file) => names.has(file))) {
    report('BUILD_DOCS_TWICE', { file: pathOf(other) }, `${other} is not needed beside guide.md, which replaces it`);
  }
  const documentation = read('guide.md');
  if (documentation === undefined) return undefined;
  return { summary: await checkGuide(documentation, pathOf('guide.md'), report), documentation };
}

function findHandler(
  toolId: string,
  { names }: FolderFiles,
  pathOf: (file: string) => string,
  report: ReportProblem,
): string | undefined {
  const [first, ...others] = handlersIn(names);
  if (first === undefined) missing(toolId, pathOf('handler.ts'), 'handler.ts (or handler.js, handler.mjs)', report);
  for (const other of others) {
    report('BUILD_HANDLER_TWICE', { file: pathOf(other) }, `${other} is a second handler beside ${first}`);
  }
  return others.length > 0 ? undefined : first;
}
