import { DiagnosticList } from './diagnostic-list.js';
import type { ParsedFlow } from './outline.js';
import { readFlow } from './read-flow.js';
import { readYaml } from './read-yaml.js';

/** Reads the text of a flow document, YAML 1.2 or JSON; it never throws because of the content of the text. */
export function parseFlow(text: string, { file }: { readonly file?: string } = {}): ParsedFlow {
  const { value, positions, faults } = readYaml(text);
  if (faults.length === 0) return readFlow(value, { ...(file === undefined ? {} : { file }), positions });
  const { diagnostics: _, ...rest } = readFlow(undefined, file === undefined ? {} : { file });
  const list = new DiagnosticList(file, new Map());
  for (const { message } of faults) list.error('flow-syntax', '', message);
  return {
    ...rest,
    diagnostics: list.found.map((found, index) => ({ ...found, ...faultPosition(faults[index]) })),
  };
}

function faultPosition(fault: { readonly line?: number; readonly column?: number } | undefined): {
  line?: number;
  column?: number;
} {
  return fault?.line === undefined || fault.column === undefined ? {} : { line: fault.line, column: fault.column };
}
