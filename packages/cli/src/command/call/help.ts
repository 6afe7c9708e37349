import type { ToolContract } from '@helve/core';
import { describeFlags, describeOwnFlags } from '../../flags/describe-flags.js';
import type { FlagPlan } from '../../flags/flag.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { writeFlags } from '../../flags/write-flags.js';
import type { Terminal } from '../../terminal.js';
import { toCommandLine } from '../../text/quote-shell.js';
import { toTable } from '../../text/table.js';
import { exampleInput } from '../../flags/example-input.js';

/** Writes the page of `helve call NAME --help`: the flags of this tool. */
export function callHelp(
  tool: ToolContract,
  plan: FlagPlan,
  ownFlags: readonly OwnFlag[],
  { style, width }: Terminal,
): string {
  const table = (rows: readonly (readonly string[])[]) => toTable(rows, { style, width, indent: 2 });
  const flags = describeFlags(plan);
  const example = exampleInput(tool);
  return [
    `Usage: helve call ${tool.id} [flags]`,
    tool.description,
    ...(flags.length === 0 ? [] : [`${style.bold('Flags of the tool')}\n${table(flags)}`]),
    `${style.bold('Flags of helve call')}\n${table(describeOwnFlags(ownFlags))}`,
    `${style.bold('Values')}\n${table(values)}`,
    ...(example === undefined ? [] : [`${style.bold('Example')}\n  ${exampleLine(tool, example, plan)}`]),
  ].join('\n\n');
}

const values = [
  ['--flag @FILE', 'read the value from a file; write @@ for a value that begins with @'],
  ['--flag:=JSON', 'the value as JSON, whatever the flag expects: null, [], a whole list or object'],
];

function exampleLine(tool: ToolContract, example: Readonly<Record<string, unknown>>, plan: FlagPlan): string {
  const { argv, rest } = writeFlags(example, plan);
  if (Object.keys(rest).length === 0) return toCommandLine(['helve', 'call', tool.id, ...argv]);
  return `echo ${toCommandLine([JSON.stringify(rest)])} | ${toCommandLine(['helve', 'call', tool.id, '--input', '-', ...argv])}`;
}
