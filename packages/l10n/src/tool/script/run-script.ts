import { basename } from 'node:path';
import { flowErrors, readTextFile, type FileAccess, type Part, type StepContext, type ToolMeta } from '@helve/flow';
import { l10nErrors } from '../../l10n-errors.js';
import { ScriptRun, type ScriptSource } from './script-run.js';

interface ScriptConfig {
  readonly from: 'inline' | 'file';
  readonly code: string;
  readonly scriptFile?: string;
  readonly allowSourceMutation: boolean;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

/** Takes a stream through a script: begin, each part, end. */
export async function* runScript(
  config: ScriptConfig,
  meta: ToolMeta,
  ctx: StepContext,
  input: AsyncIterable<Part>,
  files: FileAccess | undefined,
): AsyncIterable<Part> {
  const { timeLimitMs, memoryLimitMb, allowSourceMutation } = config;
  const limits = { timeMs: timeLimitMs, memoryMb: memoryLimitMb };
  const run = new ScriptRun({ ...sourceOf(config, files), allowSourceMutation }, limits, meta, ctx);
  try {
    yield* await run.begin();
    for await (const part of input) {
      if (ctx.signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
      const outputs = outputsOf(run, part, ctx);
      // The common case: the script is fast and nothing waits.
      yield* outputs instanceof Promise ? await outputs : outputs;
    }
    yield* await run.end();
  } finally {
    run.close();
  }
}

/** A block on which the script fails goes on as it was, if the error policy lets it. */
function outputsOf(run: ScriptRun, part: Part, ctx: StepContext): readonly Part[] | Promise<readonly Part[]> {
  const recover = (error: unknown): readonly Part[] => {
    if (part.kind !== 'block') throw error;
    ctx.failBlock(part.block.id, error);
    return [part];
  };
  try {
    const outputs = run.handle(part);
    return outputs instanceof Promise ? outputs.catch(recover) : outputs;
  } catch (error) {
    return recover(error);
  }
}

function sourceOf(
  { from, code, scriptFile = '' }: ScriptConfig,
  files: FileAccess | undefined,
): Omit<ScriptSource, 'allowSourceMutation'> {
  if (from === 'inline') return { code, file: 'script.js' };
  try {
    return { code: readTextFile(scriptFile, files), file: basename(scriptFile) };
  } catch (cause) {
    throw l10nErrors.create('L10N_SCRIPT', { block: '-', problem: `"${scriptFile}" cannot be read` }, { cause });
  }
}
