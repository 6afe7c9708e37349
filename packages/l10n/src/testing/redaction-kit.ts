import type { JsonObject } from '@helve/core';
import { compileFlow, FlowToolRegistry, registerAll, type Block, type RunReport, type Runs } from '@helve/flow';
import { redact } from '../tool/redact/redact.js';
import { createMemoryVault } from '../vault/create-memory-vault.js';
import { runTool, type RunToolOptions } from './run-tool.js';

const key = Buffer.alloc(32, 7);
/** Creates a vault whose tokens are the same in every test. */
export const vaultOf = () => createMemoryVault(key);
/** Creates a rule for the name of a person. */
export const person = (term: string, ...flags: string[]) => ({ term, category: 'person', flags });

/** Formats a unit as people see it, with tokens as their visible text. */
export function visible(runs: Runs | undefined): string {
  return (runs ?? [])
    .map((run) => {
      if (run.kind === 'text') return run.text;
      if (run.kind === 'ph') return run.data;
      if (run.kind === 'plural') return `{${Object.values(run.forms).map(visible).join('|')}}`;
      if (run.kind === 'select') return `{${Object.values(run.cases).map(visible).join('|')}}`;
      return run.kind === 'sub' ? run.ref : run.data;
    })
    .join('');
}

/** Runs redact over one block. */
export const redactOne = async (block: Block | string, config: JsonObject, options: Partial<RunToolOptions> = {}) =>
  runTool(redact, [block], { vault: vaultOf(), config, ...options });

/** Returns the visible source after redact. */
export const sourceAfter = async (block: Block | string, config: JsonObject) =>
  visible((await redactOne(block, config)).block.source);

/** Returns the counts of redact over all documents. */
export const reportOf = (report: RunReport) => (report.reports['redact'] as { totals: JsonObject }).totals;

/** Lists the problems of a redact config before anything runs. */
export function faults(config: JsonObject): readonly string[] {
  const registry = new FlowToolRegistry();
  registerAll(registry, [redact]);
  const flow = { name: 'f', spec: { steps: [{ tool: 'redact', config }] } };
  const { diagnostics } = compileFlow(flow, registry, { sourceLocale: 'en', source: { kind: 'file' } });
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, hint }) => `${message}${hint === undefined ? '' : ` / ${hint}`}`);
}
