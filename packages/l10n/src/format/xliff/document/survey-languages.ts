import type { ReadContext } from '@helve/flow/content';
import type { TextSource } from '../../text/open-text.js';
import { hasMentions } from './has-mentions.js';
import { walkElements, type WalkStep } from './walk-elements.js';
import type { XmlFragments } from '../../xml/xml-fragments.js';
import { attributeValue, findChild, type XmlElement } from '../../xml/xml-node.js';
import { unitContainers } from './unit-containers.js';

/** Facts about the languages of a document. */
export interface LanguageSurvey {
  /** Target language of each file. */
  readonly languages: readonly (string | undefined)[];
  readonly hasTargets: boolean;
}

/**
 * Surveys the target languages of a document before its first block. Nearly every document is one file that names its
 * language, which a search through the text is enough to tell.
 */
export async function surveyLanguages(
  first: XmlElement,
  text: TextSource,
  fragments: XmlFragments,
  ctx: ReadContext,
): Promise<LanguageSurvey> {
  const language = attributeValue(first, 'target-language');
  if (language !== undefined && !(await mentionsFiles(text, ctx))) return { languages: [language], hasTargets: true };
  const languages: (string | undefined)[] = [];
  let hasTargets = false;
  for await (const steps of walkElements(text, { ...unitContainers, fragments })) {
    ctx.signal.throwIfAborted();
    for (const step of steps) {
      if (step.kind === 'open' && step.element.local === 'file')
        languages.push(attributeValue(step.element, 'target-language'));
      hasTargets ||=
        step.kind === 'node' && mayHoldTarget(step) && holdsTarget(fragments.element(step.piece, step.around));
    }
  }
  return { languages, hasTargets };
}

/** True for a text in which more than one start tag can be that of a file. */
async function mentionsFiles(text: TextSource, ctx: ReadContext): Promise<boolean> {
  return hasMentions(text, ['<file', ':file'], 2, ctx);
}

/** False for a node that surely holds no target; most units without one are not parsed. */
function mayHoldTarget({ piece }: WalkStep & { readonly kind: 'node' }): boolean {
  return piece.kind === 'element' && /<(?:[^\s<>/:]+:)?target(?:\s[^>]*)?(?<!\/)>/u.test(piece.text);
}

function holdsTarget(element: XmlElement): boolean {
  if (element.local === 'trans-unit') return (findChild(element, 'target')?.children.length ?? 0) > 0;
  return element.children.some((child) => child.kind === 'element' && holdsTarget(child));
}
