import { basename } from 'node:path';
import { isToolError } from '@helve/core';
import { flowErrors, readTextFile, type FileAccess, type Part, type StepContext, type ToolMeta } from '@helve/flow';
import { hasReady } from '@helve/flow/content';
import { l10nErrors } from '../../l10n-errors.js';
import { ScriptRun, type ScriptSource } from './script-run.js';

interface ScriptConfig {
  readonly code?: string;
  readonly scriptFile?: string;
  readonly allowSourceMutation: boolean;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

/** Processes a stream with a script: begin, each part, end. */
export async function* runScript(
  config: ScriptConfig,
  meta: ToolMeta,
  ctx: StepContext,
  input: AsyncIterable<Part>,
  files: FileAccess | undefined,
): AsyncIterable<Part> {
  const { timeLimitMs, memoryLimitMb, allowSourceMutation } = config;
  const limits = { timeMs: timeLimitMs, memoryMb: memoryLimitMb };
  const run = new ScriptRun({ ...loadSource(config, files), allowSourceMutation }, limits, meta, ctx);
  try {
    yield* await run.begin();
    const parts = input[Symbol.asyncIterator]();
    const ready = () => (hasReady(parts) ? parts.ready() : undefined);
    for await (const part of { [Symbol.asyncIterator]: () => parts }) {
      for (const outputs of groupOutputs(run, part, ready, config, ctx)) {
        // The common case: the script is fast and nothing waits.
        yield* outputs instanceof Promise ? await outputs : outputs;
      }
    }
    yield* await run.end();
  } finally {
    run.close();
  }
}

type Outputs = readonly Part[] | Promise<readonly Part[]>;

/**
 * Processes a part and those that are ready after it, within the time limit of one: supervising a script costs more
 * than most parts.
 */
function groupOutputs(
  run: ScriptRun,
  first: Part,
  ready: () => Part | undefined,
  { timeLimitMs }: ScriptConfig,
  ctx: StepContext,
): readonly Outputs[] {
  const outputs: Outputs[] = [];
  const stopAt = performance.now() + timeLimitMs;
  let inHand = first;
  try {
    run.watched(() => {
      for (let part: Part | undefined = first; part !== undefined;) {
        if (ctx.signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
        inHand = part;
        const made = toOutputs(run, part, ctx);
        outputs.push(made);
        // A pending part has to be awaited.
        part = made instanceof Promise || performance.now() > stopAt ? undefined : ready();
      }
    });
  } catch (error) {
    if (!isOverdue(error)) throw error;
    outputs.push(recovered(inHand, error, ctx));
  }
  return outputs;
}

function isOverdue(error: unknown): boolean {
  return isToolError(error) && error.type === 'TIMEOUT';
}

/** Passes on the original of a block on which the script fails, if the error policy allows it. */
function recovered(part: Part, error: unknown, ctx: StepContext): readonly Part[] {
  if (part.kind !== 'block') throw error;
  ctx.failBlock(part.block.id, error);
  return [part];
}

function toOutputs(run: ScriptRun, part: Part, ctx: StepContext): Outputs {
  const recover = (error: unknown) => recovered(part, error, ctx);
  try {
    const outputs = run.handle(part);
    return outputs instanceof Promise ? outputs.catch(recover) : outputs;
  } catch (error) {
    return recover(error);
  }
}

function loadSource(
  { code, scriptFile = '' }: ScriptConfig,
  files: FileAccess | undefined,
): Omit<ScriptSource, 'allowSourceMutation'> {
  if (code !== undefined) return { code, file: 'script.js' };
  try {
    return { code: readTextFile(scriptFile, files), file: basename(scriptFile) };
  } catch (cause) {
    throw l10nErrors.create('L10N_SCRIPT', { block: '-', problem: `"${scriptFile}" cannot be read` }, { cause });
  }
}
