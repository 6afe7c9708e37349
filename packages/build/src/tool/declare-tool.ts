import { toContract, type Contract } from '../artifact/built-tool.js';
import { compileForms, type Forms } from '../artifact/compile-forms.js';
import type { BuildSettings } from '../build-options.js';
import { checkFolder, type CheckedFolder } from '../folder/check-folder.js';
import type { FolderFiles } from '../folder/read-folder.js';
import type { ToolFolder } from '../folder/scan-folders.js';
import { collectProblems } from '../problem/problem.js';

/** All that a folder says of its tool but the code: what is declared, and the forms that follow from it. */
export interface Declaration extends CheckedFolder {
  /** Where the documents are in order, too. */
  readonly contract?: Contract;
  readonly forms?: Forms;
}

/** Checks a folder and makes the forms of its tool, under the name that providers call it. */
export async function declareTool(
  folder: ToolFolder,
  files: FolderFiles,
  name: string,
  { modes, compilers }: Pick<BuildSettings, 'modes' | 'compilers'>,
): Promise<Declaration> {
  const checked = await checkFolder(folder, files, modes);
  const { declared, docs = noDocs } = checked;
  if (declared === undefined) return checked;
  const problems = [...checked.problems];
  const file = `${folder.name}/schema.json`;
  const forms = compileForms(declared, docs, { compilers, name, file }, collectProblems(problems, folder.toolId));
  return {
    ...checked,
    problems,
    forms,
    ...(checked.docs === undefined ? {} : { contract: toContract(declared, docs) }),
  };
}

/** Forms are checked also where the documents are not in order, so that all problems are told at once. */
const noDocs = { summary: '', documentation: '' };
