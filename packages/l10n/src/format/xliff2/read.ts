import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BatchedParts } from '../batched-parts.js';
import { l10nErrors } from '../../l10n-errors.js';
import { namedEncoding } from '../format-option.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { locate, locateAll } from '../text/locate.js';
import { openText } from '../text/open-text.js';
import { languageFacts } from '../xliff/language-facts.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { XmlFault } from '../xml/xml-fault.js';
import { attributeValue, type XmlElement } from '../xml/xml-node.js';
import { planStandard, settleIds, type StandardPlan } from './document/check-standard.js';
import { DocumentReader } from './document/document-reader.js';
import { hasTargets } from './document/has-targets.js';
import { openDocument, type Xliff2Document } from './document/open-document.js';
import { isCore } from './namespace.js';
import type { Xliff2Options } from './options.js';
import { StandardFault } from './validate/standard-fault.js';
import type { Violation } from './validate/violation.js';

/** Reads an XLIFF 2 file in pieces: every unit is a block, its segments and ignorables are a segmentation. */
export function readXliff2(source: ByteSource, options: Xliff2Options, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: Xliff2Options,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const request = { file: ctx.document, maxBytes: options.maxBytes, encoding: namedEncoding(options.encoding) };
  const text = await openText(source, { ...request, declared: declaredEncoding });
  const file = { text, options, ctx };
  const repairs = new Map<number, string>();
  const { fragments, steps } = openDocument(file, (problem, index) => repairs.set(index, problem));
  let plan: StandardPlan | undefined;
  let reader: DocumentReader | undefined;
  try {
    for await (const batch of steps()) {
      ctx.signal.throwIfAborted();
      const parts: Part[] = [];
      for (const step of batch) {
        if (reader === undefined && step.kind === 'open') {
          const root = assertRoot(step.element);
          plan = await planStandard(root, file);
          parts.push(await layerStart(root, file));
          reader = new DocumentReader({ root, head: step.piece, fragments, plan, options, ctx });
        }
        if (reader !== undefined) parts.push(...reader.take(step));
      }
      const check = plan?.check;
      if (check !== undefined && check.ids.doubtful > (plan?.maxDoubtful ?? 0)) await settleIds(check, file);
      if (parts.length > 0) yield parts;
    }
    if (plan?.check !== undefined) await settleIds(plan.check, file);
    if (reader === undefined) throw new XmlFault('there is no element', 0);
  } catch (error) {
    throw error instanceof StandardFault ? await refusal(error, file) : await fragments.toError(error);
  }
  await reportRepairs(repairs, file);
  await reportViolations(plan?.violations ?? [], file);
  await reader.end(() => text.chunks());
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

function assertRoot(root: XmlElement): XmlElement {
  if (root.local !== 'xliff') throw new XmlFault(`the root element is <${root.name}>, not <xliff>`, root.start);
  if (!isCore(root.uri)) throw new XmlFault(`its namespace is "${root.uri}", not one of XLIFF 2`, root.start);
  return root;
}

async function layerStart(root: XmlElement, file: Xliff2Document): Promise<Part> {
  const language = attributeValue(root, 'trgLang');
  const properties = languageFacts([language], language !== undefined || (await hasTargets(file)));
  const facts = { format: 'xliff2', mimeType: 'application/xliff+xml', form: file.text.form, multilingual: true };
  return { kind: 'layer-start', layer: rootLayer({ ...facts, properties }, file.ctx) };
}

async function refusal({ message, rule, index }: StandardFault, { text, ctx }: Xliff2Document): Promise<Error> {
  const { line, column } = await locate(text, index);
  const facts = { file: ctx.document, format: 'xliff2', problem: message, line, column };
  return l10nErrors.create('L10N_PARSE', facts, { details: { file: ctx.document, line, column, rule } });
}

/** Reports each mistake that was repaired, with its place. */
async function reportRepairs(repairs: ReadonlyMap<number, string>, { text, ctx }: Xliff2Document): Promise<void> {
  if (repairs.size === 0) return;
  const found = [...repairs].toSorted(([one], [other]) => one - other);
  const indexes = found.map(([index]) => index);
  for (const [at, place] of (await locateAll(text.chunks(), indexes)).entries()) {
    ctx.lose({ kind: 'repaired', detail: { reason: found[at]?.[1] ?? '', ...place } });
  }
}

/** Reports each violation of the standard, with its place. */
async function reportViolations(found: readonly Violation[], { text, ctx }: Xliff2Document): Promise<void> {
  if (found.length === 0) return;
  const violations = found.toSorted((one, other) => one.at - other.at);
  const places = await locateAll(
    text.chunks(),
    violations.map(({ at }) => at),
  );
  for (const [index, { rule, problem }] of violations.entries()) {
    ctx.lose({ kind: 'repaired', detail: { reason: 'standard', rule, problem, ...places[index] } });
  }
}
