import type { ToolHook } from '@helve/core';
import { checkHookOptions, optionInvalid } from '../check-hook-options.js';
import { priorities } from '../priorities.js';
import { noteInputRedactor } from './input-redactors.js';
import { redactionChecks, redactOrFail, toRedactor, type RedactionOptions } from './redaction.js';

/** Removes from the input what the tool must not see; trail, cache keys and telemetry do not see it either. */
export function redactInput(options: RedactionOptions): ToolHook {
  const checked = checkHookOptions('redactInput', options, redactionChecks);
  const { paths, patterns, keys } = checked;
  if (paths === undefined && patterns === undefined && keys === undefined) {
    throw optionInvalid('redactInput', 'it is given neither paths nor patterns nor keys');
  }
  const redactor = toRedactor('redactInput', checked);
  return {
    name: 'redactInput',
    priority: () => priorities.redactInput,
    // From the start: a call that is refused early leaves a record too.
    willCreateInvokeContext: (ctx) => noteInputRedactor(ctx, redactor),
    willRedactInput(ctx) {
      ctx.input = redactOrFail(ctx, 'input', redactor, ctx.input);
    },
  };
}
