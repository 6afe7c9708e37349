import type { Part } from '@helve/flow';
import type { ByteSource, ReadContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { BatchedParts } from '../batched-parts.js';
import { namedEncoding } from '../format-option.js';
import { rootLayerId } from '../read-embedded.js';
import { rootLayer } from '../root-layer.js';
import { openText, type TextSource } from '../text/open-text.js';
import { declaredEncoding } from '../xml/declared-encoding.js';
import { walkElements } from './document/walk-elements.js';
import { XmlFault } from '../xml/xml-fault.js';
import { XmlFragments } from '../xml/xml-fragments.js';
import { attributeValue, type XmlElement } from '../xml/xml-node.js';
import { unitContainers } from './document/unit-containers.js';
import { dialects } from './dialect/dialect.js';
import { dialectFinder } from './dialect/dialect-finder.js';
import { DocumentReader } from './document/document-reader.js';
import { languageFacts } from './language-facts.js';
import type { XliffOptions } from './options.js';
import { surveyLanguages, type LanguageSurvey } from './document/survey-languages.js';
import { UnitReader } from './unit-reader.js';
import { plainVersion } from './xliff-version.js';

/** Reads an XLIFF 1.2 file in pieces: every trans-unit is a block with a source and, if there is one, a target. */
export function readXliff(source: ByteSource, options: XliffOptions, ctx: ReadContext): AsyncIterableIterator<Part> {
  return new BatchedParts(readBatches(source, options, ctx));
}

async function* readBatches(
  source: ByteSource,
  options: XliffOptions,
  ctx: ReadContext,
): AsyncGenerator<readonly Part[]> {
  const { maxBytes, maxDepth, maxExpansion } = options;
  const file = ctx.document;
  const encoding = namedEncoding(options.encoding);
  const text = await openText(source, { file, maxBytes, encoding, declared: declaredEncoding });
  const createFragments = (): XmlFragments => new XmlFragments(text, { file, format: 'xliff', maxDepth, maxExpansion });
  const fragments = createFragments();
  const find = dialectFinder(options, dialects.plain);
  const units = new UnitReader(plainVersion, { find, bad: new BadValues(options) }, ctx);
  let root: XmlElement | undefined;
  let reader: DocumentReader | undefined;
  try {
    for await (const steps of walkElements(text, { ...unitContainers, fragments })) {
      ctx.signal.throwIfAborted();
      const parts: Part[] = [];
      for (const step of steps) {
        if (root === undefined) {
          if (step.kind === 'open') root = assertRoot(step.element);
          continue;
        }
        if (reader === undefined && step.kind === 'open') {
          const survey = await surveyLanguages(step.element, text, createFragments(), ctx);
          parts.push(layerStart(survey, text, ctx));
          reader = new DocumentReader(root, survey.languages, units, fragments, options, ctx);
        }
        if (reader !== undefined) parts.push(...reader.take(step));
        else if (step.kind === 'node' && step.piece.kind === 'element') fragments.element(step.piece, step.around);
      }
      if (parts.length > 0) yield parts;
    }
  } catch (error) {
    throw await fragments.toError(error);
  }
  if (reader === undefined) yield [layerStart({ languages: [], hasTargets: false }, text, ctx)];
  await units.end(() => text.chunks());
  yield [{ kind: 'layer-end', id: rootLayerId }];
}

function layerStart({ languages, hasTargets }: LanguageSurvey, { form }: TextSource, ctx: ReadContext): Part {
  const properties = languageFacts(languages, hasTargets);
  const facts = { format: 'xliff', mimeType: 'application/x-xliff+xml', form, multilingual: true, properties };
  return { kind: 'layer-start', layer: rootLayer(facts, ctx) };
}

/** A file without any content is not XLIFF yet, and nothing can be lost; one with another root is refused. */
function assertRoot(root: XmlElement): XmlElement {
  if (root.local !== 'xliff') throw new XmlFault(`the root element is <${root.name}>, not <xliff>`, root.start);
  const named = attributeValue(root, 'version');
  if (named !== undefined && !named.startsWith('1.'))
    throw new XmlFault(`its version is "${named}", not 1.2`, root.start);
  return root;
}
