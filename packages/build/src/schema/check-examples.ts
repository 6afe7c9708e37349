import { compileJsonSchema } from '@helve/core';
import type { ReportAt } from './check-tool-schema.js';
import type { DeclaredTool } from './declared-tool.js';

/** Checks that the tool would accept every example from a caller. */
export function checkExamples({ examples, parameters }: DeclaredTool, report: ReportAt): void {
  if (examples === undefined || examples.length === 0) return;
  const schema = compileJsonSchema(parameters, { unknown: 'reject' });
  for (const [index, example] of examples.entries()) {
    const verdict = schema.check(example);
    if (verdict.ok) continue;
    for (const { pointer, message, suggestion } of verdict.issues) {
      report('BUILD_EXAMPLE', `/examples/${index}${pointer}`, message, suggestion);
    }
  }
}
