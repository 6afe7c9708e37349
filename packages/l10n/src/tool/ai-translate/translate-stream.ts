import { flowErrors, type Block, type Part, type StepContext, type ToolMeta } from '@helve/flow';
import { DEMO_PROVIDER } from '../../model/demo-model.js';
import type { TranslateConfig } from './translate-config.js';
import { TranslationRun } from './translation-run.js';

/**
 * Takes a stream through a model: consecutive blocks are gathered, several groups are under way at once, and everything
 * leaves in the order in which it came.
 *
 *     parts → group → ask ─┐
 *           → group → ask ─┼─ in order →
 *           → group → ask ─┘
 */
export async function* translateStream(
  config: TranslateConfig,
  meta: ToolMeta,
  ctx: StepContext,
  input: AsyncIterable<Part>,
): AsyncIterable<Part> {
  if (config.provider === DEMO_PROVIDER) ctx.log('warn', 'The demo engine marks the text and translates nothing');
  const run = new TranslationRun(config, meta, ctx);
  const underWay: Promise<readonly Part[]>[] = [];
  let group: Part[] = [];
  let blocks = 0;
  const start = () => {
    const handled = handle(run, group);
    // Whoever waits for it meets the failure; one that nobody waits for any more is none.
    handled.catch(() => undefined);
    underWay.push(handled);
    group = [];
    blocks = 0;
  };
  for await (const part of input) {
    if (ctx.signal.aborted) throw flowErrors.create('FLOW_CANCELLED', {});
    group.push(part);
    if (part.kind === 'block') blocks += 1;
    if (blocks < config.maxBlocks && group.length < 4 * config.maxBlocks) continue;
    start();
    if (underWay.length >= config.parallelBatches) yield* (await underWay.shift()) ?? [];
  }
  start();
  for (const handled of underWay) yield* await handled;
}

async function handle(run: TranslationRun, group: readonly Part[]): Promise<readonly Part[]> {
  const blocks = group.flatMap((part): Block[] => (part.kind === 'block' ? [part.block] : []));
  if (blocks.length > 0) await run.translate(blocks);
  return group;
}
