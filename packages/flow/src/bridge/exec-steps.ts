import { canonicalJson, isPlainObject, sha256, type JsonObject } from '@helve/core';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { planSteps } from '../binding/plan-steps.js';
import { configChains } from '../check/config-chains.js';
import type { CompiledFlow } from '../check/compile-flow.js';
import type { FlowPlan } from '../contract/plan.js';
import type { ToolLookup } from '../tool/tool-info.js';

/** A step that runs programs or scripts, with everything that decides what it runs. */
export interface ExecStep {
  readonly node: string;
  readonly tool: string;
  readonly config: JsonObject;
  /** The content of the files that its config names, by path. */
  readonly files: { readonly [path: string]: string };
}

/** True when a flow that was compiled without consent lacks it. */
export function lacksConsent({ diagnostics }: CompiledFlow): boolean {
  return diagnostics.some(({ rule }) => rule === 'exec-untrusted');
}

/** The steps of a plan that run programs or scripts, themselves or in a chain of theirs. */
export async function execSteps(
  untrusted: CompiledFlow,
  plan: FlowPlan,
  tools: ToolLookup,
  folder: string,
): Promise<readonly ExecStep[]> {
  const nodes = new Set(
    untrusted.diagnostics
      .filter(({ rule }) => rule === 'exec-untrusted')
      // A step of a chain stands in the config of the step around it.
      .map(({ node = '' }) => node.replace(/\.c\d+\..*$/, '')),
  );
  const steps = planSteps(plan).filter(({ node }) => nodes.has(node));
  return Promise.all(
    steps.map(async ({ node, tool, config }) => ({
      node,
      tool,
      config,
      files: await readFiles(tool, config, tools, folder),
    })),
  );
}

/** Digests the command lines and scripts that consent covers, with the file that names them. */
export function execDigest(steps: readonly ExecStep[], file: string | undefined): string {
  return sha256(canonicalJson([file ?? '', steps.map(({ tool, config, files }) => ({ tool, config, files }))]));
}

/** The files that a step names, and those that the steps of its chains name. */
async function readFiles(
  tool: string,
  config: JsonObject,
  tools: ToolLookup,
  folder: string,
): Promise<{ [path: string]: string }> {
  const schema = tools.get(tool)?.schema;
  if (schema === undefined) return {};
  const files: { [path: string]: string } = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const path = config[name];
    if (property['x-path'] !== 'in' || typeof path !== 'string' || path === '') continue;
    // One that is not there is told by the tool itself, and consent to nothing is harmless.
    files[path] = await readFile(resolve(folder, path), 'utf8').catch(() => '');
  }
  for (const step of configChains(schema, config).flatMap(({ steps }) => (Array.isArray(steps) ? steps : []))) {
    if (!isPlainObject(step) || typeof step['tool'] !== 'string') continue;
    Object.assign(files, await readFiles(step['tool'], (step['config'] ?? {}) as JsonObject, tools, folder));
  }
  return files;
}
