import { countOf } from '@helve/core';
import { join } from 'node:path';
import type { BuildOptions, BuildResult, Problem, RegistryCheck } from '@helve/build';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import type { Style } from '../../text/style.js';
import { toTable } from '../../text/table.js';

/** Options of printing the outcome of a build. */
export interface BuildOutput {
  /** As it was typed. */
  readonly dir: string;
  readonly json: boolean;
  readonly terminal: Terminal;
}

/** Tells how a build ended: the tools and the version on stdout, everything that is wrong on stderr. */
export function reportBuild(result: BuildResult, { dir, json, terminal }: BuildOutput): ExitCode {
  const code = result.ok ? ExitCode.done : ExitCode.failed;
  if (json) {
    terminal.print(JSON.stringify(toJson(result), undefined, 2));
    return code;
  }
  printProblems(result, dir, terminal);
  if (!result.ok) return code;
  const { style, width, print } = terminal;
  const rows = result.artifact.tools.map(({ toolId, category, version, description }) => [
    toolId,
    category,
    version,
    description,
  ]);
  if (rows.length > 0) print(toTable(rows, { header: ['ID', 'CATEGORY', 'VERSION', 'DESCRIPTION'], style, width }));
  print(buildSummary(result, dir));
  return code;
}

/** Tells whether the registry is what a build would write. */
export function reportCheck(check: RegistryCheck, { dir, json, terminal }: BuildOutput): ExitCode {
  const outdated = check.ok ? [] : check.outdated;
  const code = check.ok ? ExitCode.done : outdated.length > 0 ? ExitCode.checkSaidNo : ExitCode.failed;
  if (json) {
    terminal.print(JSON.stringify(check, undefined, 2));
    return code;
  }
  printProblems(check, dir, terminal);
  if (check.ok) terminal.print(`The registry of ${dir} is up to date: ${check.version}`);
  for (const path of outdated) terminal.print(`out of date: ${path}`);
  if (outdated.length > 0) terminal.notify('Write it anew with `helve build`');
  return code;
}

/** One line: how many tools, which version, what changed. */
export function buildSummary({ artifact, written, cached }: BuildResult & { ok: true }, dir: string): string {
  const tools = countOf(artifact.tools.length, 'tool');
  const files = `${countOf(written.length, 'file')} written`;
  const changes = written.length === 0 ? 'nothing changed' : files;
  return `Built ${tools} of ${dir} as ${artifact.version}: ${changes}${cached === 0 ? '' : `, ${cached} from before`}`;
}

/** All problems and warnings, each with its place and what to do, on stderr. */
export function printProblems(
  { warnings, ...rest }: { readonly warnings: readonly Problem[]; readonly problems?: readonly Problem[] },
  dir: string,
  { printError, notify }: Terminal,
): void {
  const problems = rest.problems ?? [];
  for (const problem of warnings) printError((style) => toText(problem, dir, style, 'warning'));
  for (const problem of problems) printError((style) => toText(problem, dir, style, style.red('problem')));
  if (problems.length === 0) return;
  const count = countOf(problems.length, 'problem');
  printError((style) => style.red(`Cannot build "${dir}": ${count}`));
  notify('Nothing was written');
}

/** Long builds say how far they are; short ones do not. */
export function reportProgress({ notify }: Terminal): NonNullable<BuildOptions['onProgress']> {
  return ({ done, total }) => {
    if (total > 100 && done < total) notify(`${done} of ${total} tools …`);
  };
}

function toText(
  { file, line, pointer, code, message, hint }: Problem,
  dir: string,
  style: Style,
  kind: string,
): string {
  const location = `${join(dir, file)}${line === undefined ? '' : `:${line}`}`;
  const what = `${pointer === undefined || pointer === '' ? '' : `${pointer}: `}${message}`;
  return `${style.bold(location)} ${kind} ${code}\n  ${what}\n  ${style.dim(hint)}`;
}

function toJson(result: BuildResult): object {
  if (!result.ok) return result;
  const { artifact, warnings, files, written, cached } = result;
  const { version, gitCommit, buildTimestamp, contractDigest, implementationDigest, providersDigest } = artifact;
  const tools = artifact.tools.map(({ toolId }) => toolId);
  const digests = { contractDigest, implementationDigest, providersDigest };
  return { ok: true, version, gitCommit, buildTimestamp, ...digests, tools, files, written, cached, warnings };
}
