import { checkOptions, type OptionChecks } from '@helve/core/options';
import { flowErrors } from './flow-errors.js';

/** Freezes the options of a function; throws for misspelt, missing and wrong ones before any work. */
export function checkFlowOptions<Options extends object>(
  action: string,
  options: Options,
  checks: OptionChecks<Options>,
): Readonly<Options> {
  return checkOptions(options, checks, (problem, suggestion) =>
    flowErrors.create(
      'FLOW_OPTION_INVALID',
      { action, problem },
      suggestion === undefined ? {} : { details: { suggestion } },
    ),
  );
}
