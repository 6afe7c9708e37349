import type { Block, Part, Run, Runs } from '@helve/flow';
import type { WriteContext } from '@helve/flow/content';
import { IntoCodes, mapWritten } from '../code/into-codes.js';
import { mapParts } from '../map-parts.js';
import { sameRuns } from '../same-runs.js';
import { decodeAttribute, parseAttributes, type HtmlAttribute } from './attribute.js';
import { attributeRuns } from './attribute-runs.js';
import { encodeAttribute } from './encode.js';
import { isLanguage } from './text-finder.js';

/** Puts the attributes of tags in texts into their codes, and the language of the translation into those that name one. */
export function intoTags(parts: AsyncIterable<Part>, ctx: WriteContext): AsyncIterable<Part> {
  const filled = mapParts(parts, new IntoCodes(ctx, { ownerOf: (id) => attributeOwner(id)?.block, put: putAttribute }));
  const { targetLocale, sourceLocale } = ctx;
  if (targetLocale === undefined || targetLocale === sourceLocale) return filled;
  return mapParts(filled, {
    map: (part) => (part.kind === 'block' ? { kind: 'block', block: inLanguage(part.block, ctx, targetLocale) } : part),
  });
}

/** Parses the id of an attribute in a text: `p[2]/1@title` is in the code 1 of `p[2]`. */
function attributeOwner(id: string) {
  const [, block = '', code = '', name = ''] = /^(.+)\/(\d+)@([^@]+)$/u.exec(id) ?? [];
  return block === '' ? undefined : { block, code, name };
}

function putAttribute(runs: Runs, surface: Block, content: Runs): Runs | undefined {
  const owner = attributeOwner(surface.id);
  const index = runs.findIndex((run) => 'id' in run && run.id === owner?.code && run.kind !== 'pc-close');
  const run = runs[index];
  const found = tagAttributes(run).find(({ name }) => name === owner?.name);
  if (run === undefined || found === undefined) return undefined;
  if (sameRuns(content, attributeRuns(found.raw))) return runs;
  return runs.with(index, withValue(run, found, encodeAttribute(content, found.raw, found.quote, surface.id)));
}

function inLanguage(block: Block, ctx: WriteContext, locale: string): Block {
  return mapWritten(block, ctx, (runs) => {
    if (!runs.some((run) => 'data' in run && run.data.includes('lang'))) return runs;
    const mapped = runs.map((run) => languageOf(run, ctx.sourceLocale, locale));
    return mapped.some((run, at) => run !== runs[at]) ? mapped : runs;
  });
}

function languageOf(run: Run, source: string, locale: string): Run {
  return tagAttributes(run)
    .toReversed()
    .filter((one) => isLanguage(one) && decodeAttribute(one.raw) === source)
    .reduce((changed, one) => withValue(changed, one, one.quote + locale + one.quote), run);
}

/** Lists the attributes of a code that is a tag, or begins with one. */
function tagAttributes(run: Run | undefined): readonly HtmlAttribute[] {
  return run !== undefined && 'data' in run && /^<[a-z]/i.test(run.data) ? parseAttributes(run.data) : [];
}

function withValue(run: Run, { start, end }: HtmlAttribute, value: string): Run {
  return 'data' in run ? { ...run, data: run.data.slice(0, start) + value + run.data.slice(end) } : run;
}
