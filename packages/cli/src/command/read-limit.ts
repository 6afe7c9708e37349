import { cliErrors } from '../cli-errors.js';

/** The value of `--limit`. */
export function readLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw cliErrors.create('CLI_USAGE', { problem: `--limit must be a whole number above 0, got "${text}"` });
}
