import { handlerDigestOf } from '@helve/core';
import { formsBeside, toArtifactTool, type BuiltTool } from '../artifact/built-tool.js';
import { handlersFolder } from '../artifact/file-names.js';
import type { ToolFolder } from '../folder/scan-folders.js';
import type { BundleResult } from '../handler/bundle-handlers.js';
import { checkHandler } from '../handler/check-handler.js';
import type { ModuleFiles } from '../handler/module-files.js';
import { isWarning, collectProblems, type Problem } from '../problem/problem.js';
import type { Declaration } from './declare-tool.js';

/** The input for assembling the tool of one folder. */
export interface BuildToolInput {
  readonly folder: ToolFolder;
  readonly declaration: Declaration;
  readonly bundle: BundleResult | undefined;
  readonly files: ModuleFiles;
}

/** Builds the tool, unless it has problems; warnings belong to the tool if it is built, and to the problems if not. */
export async function buildTool({
  folder,
  declaration,
  bundle,
  files,
}: BuildToolInput): Promise<{ built?: BuiltTool; problems: readonly Problem[] }> {
  const { contract, forms, handler } = declaration;
  const problems = [...declaration.problems];
  const report = collectProblems(problems, folder.toolId);
  if (bundle !== undefined) await checkHandler(`${folder.name}/${handler}`, bundle, files, report);
  const sound = problems.every(isWarning) && bundle !== undefined && !('errors' in bundle);
  if (!sound || contract === undefined || forms === undefined) return { problems };
  const { code, modules } = bundle;
  const tool = toArtifactTool({
    contract,
    forms,
    handlerPath: `${handlersFolder}/${folder.toolId}.js`,
    implementationDigest: handlerDigestOf(code),
  });
  return {
    built: { tool, beside: formsBeside(forms), handlerCode: code, modules, warnings: problems },
    problems: [],
  };
}
