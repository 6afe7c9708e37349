import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Part, Step } from '@helve/flow';
import type { FlowDocument } from '@helve/flow/engine';
import { fileIo } from '@helve/flow/engine';
import { rmSync } from 'node:fs';
import type { Variants } from '../kit/run-variants.js';
import { jsonFile, outputOf, PO_MESSAGES, poFile } from './corpus.js';
import { planOf, runAll, runFile, theFormats, toolsWith } from './run-steps.js';

const MEBIBYTE = 1024 * 1024;
/** Memory is looked at so often while a file streams. */
const LOOKS = 40;
/** In MiB: by then V8 has compiled what a long run needs, which belongs to no file. */
const WARM_UP = 12;
/** A catalog of 200 MB. */
const LARGE_PO = Math.round((PO_MESSAGES * 200) / 18);
const three: readonly Step[] = [{ tool: 'segmentation' }, { tool: 'word-count' }, { tool: 'pseudo-translate' }];

/** What a file of any size takes, in MiB. */
export const memoryVariants: Variants = {
  'json 12 MiB: heap above idle': () => heapAboveIdle(jsonFile(12), 'out.json'),
  'json 240 MiB: heap above idle': () => heapAboveIdle(jsonFile(240), 'out.json'),
  'po 18 MB: heap above idle': () => heapAboveIdle(poFile(), 'out.po'),
  'po 200 MB: heap above idle': () => heapAboveIdle(poFile(LARGE_PO), 'out.po'),
  'json 20 MB: peak RSS': () => peakRss(jsonFile(20), 'out.json'),
  'json 200 MB: peak RSS': () => peakRss(jsonFile(200), 'out.json'),
  'po 18 MB: peak RSS': () => peakRss(poFile(), 'out.po'),
  'po 200 MB: peak RSS': () => peakRss(poFile(LARGE_PO), 'out.po'),
};

async function peakRss(path: string, output: string): Promise<number> {
  await runFile(path, three, outputOf(output));
  return process.resourceUsage().maxRSS / 1024;
}

/** What is still in use while a file streams through three steps, once the garbage is gone. */
export async function heapAboveIdle(path: string, output: string): Promise<number> {
  const registry = toolsWith();
  const plan = planOf(three, registry);
  const written = outputOf(output);
  const inputs = [{ id: path, path, outputs: [{ path: written, locale: 'qps' }] }];
  const { documents } = await fileIo({ inputs, formats: theFormats(), targetLocale: 'el' });
  await runFile(jsonFile(WARM_UP), three, outputOf('warm.json'));
  const idle = heapInUse();
  let peak = 0;
  const watched = documents.map((document) => watch(document, () => (peak = Math.max(peak, heapInUse() - idle))));
  await runAll(plan, { documents: watched }, { tools: registry });
  rmSync(written);
  return peak / MEBIBYTE;
}

/**
 * Wraps a document so that its peak shows: the writer stops again and again until the reader has stopped too, and then somebody looks: all
 * that may be under way at once is under way then, which a fast disk would show by chance only.
 */
function watch(document: FlowDocument, look: () => void): FlowDocument {
  const every = Math.ceil((document.bytes ?? 0) / 150 / LOOKS);
  let count = 0;
  async function* counted(parts: AsyncIterable<Part>) {
    for await (const part of parts) {
      count += 1;
      yield part;
    }
  }
  async function* stopping(parts: AsyncIterable<Part>) {
    let written = 0;
    for await (const part of parts) {
      yield part;
      written += 1;
      if (written % every !== 0) continue;
      await untilStill(() => count);
      look();
    }
  }
  return {
    ...document,
    read: (ctx) => counted(document.read(ctx)),
    outputs: (document.outputs ?? []).map((output) => ({
      ...output,
      write: (parts, ctx) => output.write(stopping(parts), ctx),
    })),
  };
}

const STILL_MS = 20;

/** When a number has not changed for a while. */
async function untilStill(current: () => number): Promise<void> {
  for (let last = -1; last !== current();) {
    last = current();
    await setTimeout(STILL_MS);
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The first collection lets go of buffers, and only the next counts those that are gone. */
function heapInUse(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
