import { cliErrors } from '../cli-errors.js';

/** Reads the value of a flag that takes a whole number above 0. */
export function readCount(text: string, flag: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw cliErrors.create('CLI_USAGE', { problem: `--${flag} must be a whole number above 0, got "${text}"` });
}
