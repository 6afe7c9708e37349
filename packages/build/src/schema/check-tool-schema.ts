import { checkJsonSchema, compileJsonSchema, isPlainObject, type CompiledSchema, type Issue } from '@helve/core';
import type { ProblemCode } from '../problem/problem-codes.js';
import type { ReportProblem } from '../problem/problem.js';
import { checkExamples } from './check-examples.js';
import { checkPolicy } from './check-policy.js';
import { checkPreview } from './check-preview.js';
import type { DeclaredTool } from './declared-tool.js';
import { readJsonText } from './json-text.js';
import { lintSchema } from './lint-schema.js';
import { toolSchema } from './tool-schema.js';

/** Expectations on a `schema.json` beyond its own rules. */
export interface SchemaExpectations {
  /** Name of the file, for problems. */
  readonly file: string;
  /** Id that the folder's name implies. */
  readonly toolId: string;
  readonly modes: readonly string[];
}

let compiled: CompiledSchema | undefined;

/** Reports a problem inside `schema.json`, by its JSON pointer. */
export type ReportAt = (code: ProblemCode, pointer: string, message: string, hint?: string) => void;

/** Checks text ▸ JSON ▸ fields ▸ rules between fields. Returns nothing where one of them failed. */
export function checkToolSchema(
  text: string,
  { file, toolId, modes }: SchemaExpectations,
  report: ReportProblem,
): DeclaredTool | undefined {
  const json = readJsonText(text);
  if ('problem' in json) {
    const { line, column, problem } = json;
    report('BUILD_JSON', { file, line }, `Not JSON at line ${line}, column ${column}: ${problem}`);
    return undefined;
  }
  let sound = true;
  const reportAt: ReportAt = (code, pointer, message, hint) => {
    if (!code.startsWith('W_')) sound = false;
    report(code, { file, pointer, line: json.lineOf(pointer) }, message, hint);
  };
  const { value } = json;
  checkFields(value, reportAt);
  if (!isPlainObject(value)) return undefined;
  checkIdentity(value, toolId, reportAt);
  checkModes(value['allowedModes'], modes, reportAt);
  checkSchemas(value, reportAt);
  if (!sound) return undefined;
  // Every field has passed `toolSchema`.
  const tool = value as unknown as DeclaredTool;
  checkPolicy(tool, modes, reportAt);
  checkExamples(tool, reportAt);
  checkPreview(tool, reportAt);
  return sound ? tool : undefined;
}

function checkFields(value: unknown, report: ReportAt): void {
  compiled ??= compileJsonSchema(toolSchema);
  const verdict = compiled.check(value);
  if (verdict.ok) return;
  for (const issue of verdict.issues) report(toCode(issue), issue.pointer, issue.message, issue.suggestion);
}

function toCode({ keyword, pointer }: Issue): ProblemCode {
  if (pointer.startsWith('/parameters/')) return 'BUILD_SCHEMA_ROOT';
  if (keyword === 'required') return 'BUILD_FIELD_MISSING';
  return keyword === 'additionalProperties' ? 'BUILD_FIELD_UNKNOWN' : 'BUILD_FIELD_INVALID';
}

function checkIdentity({ toolId: declared }: Record<string, unknown>, toolId: string, report: ReportAt): void {
  if (typeof declared !== 'string' || declared === toolId) return;
  report('BUILD_ID_MISMATCH', '/toolId', `Expected "${toolId}", as the folder is named, got "${declared}"`);
}

function checkModes(declared: unknown, modes: readonly string[], report: ReportAt): void {
  if (!Array.isArray(declared)) return;
  for (const [index, mode] of declared.entries()) {
    if (typeof mode !== 'string' || modes.includes(mode)) continue;
    report('BUILD_MODE_UNKNOWN', `/allowedModes/${index}`, `Unknown mode "${mode}", of ${modes.join(', ')}`);
  }
}

function checkSchemas(value: Record<string, unknown>, report: ReportAt): void {
  for (const field of ['parameters', 'outputSchema'] as const) {
    const schema = value[field];
    if (!isPlainObject(schema)) continue;
    for (const { code, pointer, message, hint } of lintSchema(schema)) {
      report(code, `/${field}${pointer}`, message, hint);
    }
    for (const { pointer, message, suggestion } of checkJsonSchema(schema)) {
      report('BUILD_SCHEMA', `/${field}${pointer}`, message, suggestion);
    }
  }
}
