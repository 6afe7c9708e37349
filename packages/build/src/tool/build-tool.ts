import { posix, relative, sep } from 'node:path';
import { formsBeside, toArtifactTool, type BuiltTool } from '../artifact/built-tool.js';
import { handlersFolder } from '../artifact/file-names.js';
import type { BuildSettings } from '../build-options.js';
import type { ToolFolder } from '../folder/scan-folders.js';
import type { Bundle, BundleResult } from '../handler/bundle-handlers.js';
import { checkHandler } from '../handler/check-handler.js';
import { toImplementationDigest, isJavaScript, type ModuleDigest, type ModuleFiles } from '../handler/module-files.js';
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
export async function buildTool(
  { folder, declaration, bundle, files }: BuildToolInput,
  { dir, out }: BuildSettings,
): Promise<{ built?: BuiltTool; problems: readonly Problem[] }> {
  const { contract, forms, handler } = declaration;
  const problems = [...declaration.problems];
  const report = collectProblems(problems, folder.toolId);
  if (bundle !== undefined) await checkHandler(`${folder.name}/${handler}`, bundle, files, report);
  const sound = problems.every(isWarning) && bundle !== undefined && !('errors' in bundle);
  if (!sound || contract === undefined || forms === undefined) return { problems };
  const path = `${folder.name}/${handler}`;
  const inPlace = handlerPathInPlace(path, bundle, dir, out);
  const modules = bundle.modules.map((module): ModuleDigest => [module, files.sha256Of(module)]);
  const tool = toArtifactTool({
    contract,
    forms,
    handlerPath: inPlace ?? `${handlersFolder}/${folder.toolId}.js`,
    implementationDigest: toImplementationDigest(modules),
  });
  const code = inPlace === undefined ? { handlerCode: bundle.code } : {};
  return { built: { tool, beside: formsBeside(forms), ...code, modules, warnings: problems }, problems: [] };
}

/**
 * Returns the path at which the artifact can use a handler as its author wrote it: possible for pure JavaScript that
 * moves along when the folder of the artifact is copied.
 */
function handlerPathInPlace(path: string, { modules }: Bundle, dir: string, out: string): string | undefined {
  const prefix = relative(out, dir).split(sep).join('/');
  const paths = modules.map((module) => posix.join(prefix, module));
  const moves = paths.every((one) => !one.startsWith('../') && !posix.isAbsolute(one));
  return moves && modules.every(isJavaScript) ? posix.join(prefix, path) : undefined;
}
