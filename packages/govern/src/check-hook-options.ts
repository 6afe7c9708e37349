import { checkOptions, type OptionChecks } from '@helve/core/options';
import { governErrors } from './govern-errors.js';

/** Freezes the options of a hook; throws for misspelt, missing and wrong ones before there is any traffic. */
export function checkHookOptions<Options extends object>(
  hook: string,
  options: Options,
  checks: OptionChecks<Options>,
): Readonly<Options> {
  return checkOptions(options, checks, (problem, suggestion) => optionInvalid(hook, problem, suggestion));
}

/** Creates the error for problems beyond single options, such as two that exclude each other. */
export function optionInvalid(hook: string, problem: string, suggestion?: string): Error {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return governErrors.create('GOVERN_OPTION_INVALID', { hook, problem }, options);
}
