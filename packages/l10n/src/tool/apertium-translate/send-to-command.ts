import type { JsonObject } from '@helve/core';
import type { StepContext } from '@helve/flow';
import { L10nError, l10nErrors } from '../../l10n-errors.js';
import { joinTexts, splitTexts } from '../../mt/apertium/join-texts.js';
import { apertium } from '../../mt/apertium/engine.js';
import { pairUnsupported } from '../../mt/check-pair.js';
import { vendorLocale } from '../../mt/locale-table.js';
import { providerError } from '../../mt/provider-error.js';
import { EXEC_RUN, type ExecRequest, type ExecResult } from '../external-command/exec-run-contract.js';
import type { SendTexts } from '../../tool-kit/mt/send-texts.js';
import { targetLocale } from '../../tool-kit/target-locale.js';

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Creates a sender that runs Apertium's own command through tool calls; the installed pairs are queried once. */
export function sendToCommand({ binary, mode }: JsonObject, ctx: StepContext): SendTexts {
  const command = typeof binary === 'string' ? binary : 'apertium';
  let chosen: Promise<string> | undefined;
  return async (texts) => {
    chosen ??= modeFor(command, typeof mode === 'string' ? mode : undefined, ctx);
    const { stdout, reference } = await run(command, ['-u', '-f', 'html', await chosen], joinTexts(texts), ctx);
    const found = splitTexts(stdout);
    if (found?.length !== texts.length) throw providerError('TRANSIENT', 'apertium', 'its answer cannot be read');
    return { texts: found, reference };
  };
}

async function modeFor(command: string, mode: string | undefined, ctx: StepContext): Promise<string> {
  const { source: from } = ctx.locales;
  const to = targetLocale(ctx);
  const { stdout } = await run(command, ['-l'], '', ctx);
  const installed = stdout.split(/\s+/).filter((name) => name !== '');
  const [source, target] = [
    vendorLocale(apertium.locales, from, 'source'),
    vendorLocale(apertium.locales, to, 'target'),
  ];
  const wanted = mode ?? `${source ?? ''}-${target ?? ''}`;
  if (installed.includes(wanted)) return wanted;
  const known = installed.length === 0 ? 'no pair is installed' : `these are installed: ${installed.join(', ')}`;
  throw pairUnsupported('apertium', from, to, `"${wanted}" is not installed, ${known}`);
}

async function run(
  command: string,
  args: string[],
  stdin: string,
  ctx: StepContext,
): Promise<{ readonly stdout: string; readonly reference: string }> {
  const input: ExecRequest = {
    command,
    args,
    stdin,
    env: [],
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  };
  const response = await ctx.call({ tool: EXEC_RUN, input, signal: ctx.signal });
  if (!response.ok) {
    const { type, message, retryable } = response.error;
    throw new L10nError(type, message, { retryable, code: 'L10N_COMMAND' });
  }
  // The tool checks its output against its schema.
  const { outcome, exitCode, stdout, stderr } = response.data as ExecResult;
  if (outcome === 'exited' && exitCode === 0) return { stdout, reference: String(response.meta.requestId) };
  const problem = outcome === 'exited' ? `it ended with exit code ${String(exitCode)}` : `it is ${outcome}`;
  throw l10nErrors.create('L10N_COMMAND', { command, problem: [problem, stderr.trim()].filter(Boolean).join(', ') });
}
