// Printing of what a script does: one line per step, its output only when something is wrong.
import { performance } from 'node:perf_hooks';
import { run } from './set-up/workspace.mjs';

/**
 * Runs a command quietly and says how it went.
 *
 * @param {string} title
 * @param {readonly string[]} args arguments of Node itself
 */
export async function quietStep(title, args) {
  const began = performance.now();
  const { code, output } = await run(process.execPath, args);
  const ok = code === 0;
  if (!ok) console.log(output.trimEnd());
  console.log(stepLine(title, ok, performance.now() - began));
  return ok;
}

/** @param {string} title @param {boolean} ok @param {number} ms */
export function stepLine(title, ok, ms) {
  return `${ok ? '✓' : '✗'} ${title} (${(ms / 1000).toFixed(1)} s)`;
}
