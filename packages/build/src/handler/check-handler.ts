import type { ReportProblem } from '../problem/problem.js';
import type { BundleResult } from './bundle-handlers.js';
import { exportsFunction, findExport } from './find-export.js';
import { tryParse, type ModuleFiles } from './module-files.js';

/** Checks that a handler compiles, reaches only what it can, and exports `execute`; none of its code runs. */
export async function checkHandler(
  path: string,
  bundle: BundleResult,
  files: ModuleFiles,
  report: ReportProblem,
): Promise<void> {
  if ('errors' in bundle) {
    for (const { path: file, line, text } of bundle.errors) report('BUILD_HANDLER', { file, line }, text);
    return;
  }
  for (const { path: file, line, text } of bundle.warnings) report('W_HANDLER', { file, line }, text);
  for (const specifier of bundle.packages.filter(isAlias)) {
    report(
      'BUILD_HANDLER_ALIAS',
      { file: path },
      `Cannot find "${specifier}": it is neither a package nor a relative path`,
    );
  }
  // The common case, visible in the compiled code; a variable there may be a constant or not.
  if (exportsFunction(tryParse(bundle.code, false), 'execute')) return;
  const found = await findExport(
    { open: files.programOf, follow: (module, specifier) => bundle.links.get(module)?.get(specifier) },
    path,
    'execute',
  );
  if (found.kind === 'missing') report('BUILD_HANDLER_EXECUTE', { file: path }, 'The handler exports no "execute"');
  if (found.kind === 'other') {
    report('BUILD_HANDLER_EXECUTE', { file: found.module, line: found.line }, `"execute" is ${found.what}`);
  }
}

function isAlias(specifier: string): boolean {
  return specifier.startsWith('@/') || specifier.startsWith('~');
}
