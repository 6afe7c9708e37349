import { toContract, type Contract } from '../artifact/built-tool.js';
import { compileForms, type Forms } from '../artifact/compile-forms.js';
import type { BuildSettings } from '../build-options.js';
import { checkFolder, type CheckedFolder } from '../folder/check-folder.js';
import type { FolderFiles } from '../folder/read-folder.js';
import type { ToolFolder } from '../folder/scan-folders.js';
import { collectProblems } from '../problem/problem.js';

/** The declarations of a folder, and the forms that follow from them; everything but the code. */
export interface Declaration extends CheckedFolder {
  /** Present if the documents are valid, too. */
  readonly contract?: Contract;
  readonly forms?: Forms;
}

/** Checks a folder and makes the forms of its tool, under its provider name. */
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

/** Forms are checked even where the documents are invalid, so that all problems are reported at once. */
const noDocs = { summary: '', documentation: '' };
