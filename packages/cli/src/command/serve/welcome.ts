import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject, type ToolContract } from '@helve/core';
import { planFlags } from '../../flags/plan-flags.js';
import { writeFlags } from '../../flags/write-flags.js';
import { toCommandLine } from '../../text/quote-shell.js';
import type { Style } from '../../text/style.js';
import { exampleInput, exampleInputs, type ExampleInput } from '../../flags/example-input.js';

interface ServedTools {
  /** Those that the printed lines may call. */
  readonly tools: readonly ToolContract[];
  readonly url: string;
  /** True when callers have to show a key. */
  readonly secured: boolean;
  /** The `--config` that the printed commands need too. */
  readonly configFile: string | undefined;
  /** The folder that the printed commands run in. */
  readonly cwd: string;
}

/** Writes the welcome of a server: command lines to copy. */
export function toWelcome({ tools, url, secured, configFile, cwd }: ServedTools, style: Style): string {
  const config = configFile === undefined ? [] : ['--config', configFile];
  const key = secured ? ['-H', 'authorization: Bearer YOUR-KEY'] : [];
  const trial = findTrial(tools);
  const lines = ['', 'Try next:', `  ${toCommandLine(['npx', 'helve', 'tools', ...config])}`];
  if (trial !== undefined) {
    const address = `${url}/v1/tools/${encodeURIComponent(trial.id)}/call`;
    lines.push(
      `  ${toCommandLine(['npx', 'helve', 'call', trial.id, ...trial.argv, ...config])}`,
      `  ${toCommandLine(['curl', address, '-H', 'content-type: application/json', ...key, '-d', JSON.stringify(trial.input)])}`,
    );
  }
  lines.push(...storiesIn(cwd).map((folder) => `  ${toCommandLine(['npm', 'run', 'story', '--prefix', folder])}`));
  return [...lines, '', style.dim('Stop with Ctrl-C')].join('\n');
}

/** The examples of a project that tell a story of their own: those with an npm script of that name. */
function storiesIn(cwd: string): readonly string[] {
  const examples = join(cwd, 'examples');
  if (!existsSync(examples)) return [];
  return readdirSync(examples)
    .filter((name) => hasStory(join(examples, name, 'package.json')))
    .map((name) => `examples/${name}`);
}

function hasStory(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isPlainObject(manifest) && isPlainObject(manifest['scripts']) && 'story' in manifest['scripts'];
  } catch {
    // A manifest that cannot be read has no examples.
    return false;
  }
}

interface Trial {
  readonly id: string;
  readonly input: ExampleInput;
  readonly argv: readonly string[];
}

/** A call that can be made, of a tool that reads where there is one: the first of an author's examples, or the first that can be made up. */
function findTrial(tools: readonly ToolContract[]): Trial | undefined {
  const reading = tools.filter(({ policy }) => policy.sideEffects !== 'writes' && !policy.requiresConfirmation);
  for (const { tool, input } of [...listCandidates(reading), ...listCandidates(tools)]) {
    const { argv, rest } = writeFlags(input, planFlags(tool.inputSchema));
    if (Object.keys(rest).length === 0) return { id: tool.id, input, argv };
  }
  return undefined;
}

function* listCandidates(contracts: readonly ToolContract[]) {
  for (const tool of contracts) for (const input of exampleInputs(tool)) yield { tool, input };
  for (const tool of contracts) {
    const input = exampleInput(tool);
    if (input !== undefined) yield { tool, input };
  }
}
