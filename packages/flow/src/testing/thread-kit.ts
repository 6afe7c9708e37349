import type { Json } from '@helve/core';
import { isMainThread, threadId } from 'node:worker_threads';
import { textRun } from '../content/run/normalise-runs.js';
import type { StepContext } from '../contract/tool.js';
import { fileIo, type FileInput } from '../engine/io/file-io.js';
import { lineFormats } from './line-format.js';
import { SmallTools } from './run-kit.js';

async function toUpper(text: string, ctx: StepContext): Promise<unknown> {
  const answer = await ctx.call({ tool: 'upper', input: text });
  return answer.ok ? answer.data : '?';
}

/** Tools of a test that run in threads as well as here. */
export function threadTools(): SmallTools {
  return new SmallTools()
    .add(
      {
        id: 'translates',
        category: 'translate',
        cardinality: 'bilingual',
        capability: 'translate',
        produces: [{ type: 'target', side: 'target' }],
        writesOutput: true,
      },
      {
        translate: async (view, ctx) => {
          const text = view.text('en');
          if (text === 'kill' && !isMainThread) process.exit(7);
          const key = `${ctx.step.tool} ${text}`;
          const upper = String((await ctx.session?.cacheGet(key)) ?? (await toUpper(text, ctx)));
          await ctx.session?.cachePut(key, upper);
          const token = ctx.resources.vault?.tokenOf('word', text) ?? '';
          ctx.log('debug', `thread ${threadId}`);
          ctx.report(upper.length);
          const facts = { status: 'draft', origin: { kind: 'mt' } } as const;
          view.setTarget(ctx.locales.target ?? '', [textRun(`${upper}${token}`)], facts);
        },
        mergeReports: (reports) => reports.map(({ document, entries }) => `${document} ${entries.length}`),
      },
    )
    .add({ id: 'counts', barrier: 'run', produces: [{ type: 'property:all', side: 'source' }] }, () => {
      let own = 0;
      let all: readonly Json[] = [];
      return {
        collect: () => void (own += 1),
        snapshot: () => own,
        merge: (snapshots: readonly Json[]) => void (all = snapshots),
        annotate: (view) => view.setProperty('all', JSON.stringify(all)),
      };
    });
}

/** Data for the threads. */
export interface ThreadData {
  readonly inputs: readonly FileInput[];
  readonly token: string;
  /** Is written to when a thread is done with the run. */
  readonly closed: string;
}

/** The files of a run, as the main thread and all others see them. */
export function threadIo({ inputs, token }: ThreadData) {
  return fileIo({ inputs, formats: lineFormats, sink: { sourceLocale: 'en', targetLocales: ['de'] }, token });
}
