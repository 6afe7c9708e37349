import { getDefinition, type ExecutePort, type ToolRecord } from '@helve/core';
import { cliErrors, countProblems, type Finding } from '../cli-errors.js';
import type { CollectedTool } from '../tool/collect-tools.js';
import type { Workers } from './workers.js';

/** What worker processes import as it is. */
const javaScript = /\.[cm]?js$/;

/** Where tools with `annotations.host: 'process'` find their workers. */
export interface IsolationPlace {
  readonly configFile: string;
  /** Begins the workers, if nobody has yet. */
  readonly open: () => Promise<Pick<Workers, 'manager'>>;
}

/** Lets the bodies of tools that ask for it run in processes of their own; most projects have none, and nothing changes. */
export function isolateTools(collected: readonly CollectedTool[], place: IsolationPlace): readonly CollectedTool[] {
  if (!collected.some(isIsolated)) return collected;
  const findings = collected.filter(isIsolated).flatMap(problemsOf);
  if (findings.length > 0) {
    const problem = `there is ${countProblems(findings)}`;
    throw cliErrors.create('CLI_TOOLS_INVALID', { file: place.configFile, problem }, { details: { findings } });
  }
  const modules = new Map(collected.flatMap(({ tool, file }) => (file === undefined ? [] : [[tool, file] as const])));
  const begin = async (): Promise<ExecutePort> => {
    const { createWorkerExecutePort } = await import('@helve/worker');
    const { manager } = await place.open();
    const moduleOf = (tool: ToolRecord) => ({ module: modules.get(tool) ?? '' });
    return createWorkerExecutePort({ manager, moduleOf });
  };
  let begun: Promise<ExecutePort> | undefined;
  return collected.map((item) => {
    const { tool } = item;
    if (!isIsolated(item) || typeof tool === 'function') return item;
    const execute: ToolRecord['execute'] = async (input, ctx) => (await (begun ??= begin())).execute(tool, input, ctx);
    return { ...item, tool: { ...tool, execute } };
  });
}

function isIsolated({ tool }: CollectedTool): boolean {
  const { annotations } = (typeof tool === 'function' ? getDefinition(tool) : tool) ?? {};
  return annotations?.['host'] === 'process';
}

/** A body that asks for a process never runs without one. */
function problemsOf({ tool, file, from }: CollectedTool): Finding[] {
  const message = 'A tool with "host": "process" must be an object that a JavaScript module of `tools` exports';
  return typeof tool === 'object' && file !== undefined && javaScript.test(file) ? [] : [{ where: from, message }];
}
