import {
  findChild,
  childElements,
  elementText,
  attributeValue,
  xmlNamespace,
  type XmlElement,
} from '../../xml/xml-node.js';
import { isCoreElement, ruleName } from '../namespace.js';
import { checkInlineContent } from './check-inline.js';
import { elementRules } from './element-rule.js';
import type { CheckContext, Lookout } from './check-context.js';
import { checkDataRefs } from './check-unit.js';
import type { Report } from './violation.js';
import { ancestor, walk } from './walk.js';

/** Rules of modules with elements of their own, by element. */
const rules: Readonly<Record<string, (element: XmlElement, context: CheckContext) => void>> = {
  'mtc:matches': (matches, { report }) => checkUnique(childElements(matches), report),
  'mtc:match': checkMatch,
  'gls:glossary': (glossary, { report }) =>
    checkUnique(
      walk(glossary).filter((one) => named(one, 'gls:glossEntry', 'gls:translation')),
      report,
    ),
  'gls:glossEntry': checkEntry,
  'mda:metadata': (metadata, { report }) => checkUnique(walk(metadata), report),
  'res:resourceData': checkResources,
  'res:resourceItem': checkResource,
  'res:source': (source, { root, report }) => checkResourceSide(source, attributeValue(root, 'srcLang'), report),
  'res:target': (target, { root, report }) => checkResourceSide(target, attributeValue(root, 'trgLang'), report),
  'val:rule': checkRule,
  'ctr:revisions': checkRevisions,
  skeleton: checkSkeleton,
};

/** Checks one element of a module. */
export function checkModule(element: XmlElement, context: CheckContext): void {
  const name = ruleName(element);
  if (name !== undefined && Object.hasOwn(rules, name)) rules[name]?.(element, context);
}

/** True for a resource that others of its file refer to. */
export function isResource(element: XmlElement): boolean {
  return named(element, 'res:resourceItem');
}

function named(element: XmlElement, ...names: readonly string[]): boolean {
  return names.includes(ruleName(element) ?? '');
}

function checkUnique(elements: readonly XmlElement[], report: Report): void {
  const seen = new Set<string>();
  for (const element of elements) {
    const id = attributeValue(element, 'id');
    if (id === undefined) continue;
    if (seen.has(id)) report('unique-id', `the id "${id}" of <${element.name}> is not unique`, element);
    seen.add(id);
  }
}

function checkMatch(match: XmlElement, { report }: CheckContext): void {
  if (attributeValue(match, 'subType') !== undefined && attributeValue(match, 'type') === undefined) {
    report('sub-type', '<match> has a "subType" but no "type"', match);
  }
  if (attributeValue(match, 'subType')?.startsWith('xlf:') === true) {
    report('reserved-prefix', 'the prefix "xlf" is reserved', match);
  }
  const sides = ['source', 'target'].map((side) => childElements(match).find((child) => isCoreElement(child, side)));
  const [source = [], target = []] = sides.map((side) => (side ? walk(side).slice(1) : []));
  for (const elements of [source, target]) {
    checkUnique(elements, report);
    checkInlineContent(elements, match, report);
    checkDataRefs(elements, match, report);
  }
  const names = new Map(source.map((element) => [attributeValue(element, 'id'), element.local]));
  for (const element of target) {
    const twin = names.get(attributeValue(element, 'id'));
    if (attributeValue(element, 'id') !== undefined && twin !== undefined && twin !== element.local) {
      report('unique-id', `the id "${attributeValue(element, 'id')}" belongs to another code in the source`, element);
    }
  }
}

function checkEntry(entry: XmlElement, { report }: CheckContext): void {
  if (!findChild(entry, 'translation') && !findChild(entry, 'definition')) {
    report('glossary', 'an entry has neither a translation nor a definition', entry);
  }
}

function checkResources(data: XmlElement, { resources, report }: CheckContext): void {
  checkUnique(childElements(data), report);
  for (const item of childElements(data).filter((one) => named(one, 'res:resourceItemRef'))) {
    const ref = attributeValue(item, 'ref');
    const place = { start: item.start };
    // One without a reference lacks a required attribute, which is told already.
    if (ref !== undefined) resources.refer(ref, () => report('reference', `the file has no resource "${ref}"`, place));
  }
}

function checkResource(item: XmlElement, { report }: CheckContext): void {
  const sides = childElements(item).filter((one) => named(one, 'res:source', 'res:target'));
  const references = childElements(item).filter((one) => named(one, 'res:reference'));
  if (sides.length + references.length === 0) report('resource', 'a resource has no source, target or reference', item);
  if (attributeValue(item, 'mimeType') === undefined && !sides.some((side) => childElements(side).length > 0)) {
    report('resource', 'an external resource has no "mimeType"', item);
  }
}

function checkResourceSide(side: XmlElement, language: string | undefined, report: Report): void {
  const filled = childElements(side).length > 0 || elementText(side).trim() !== '';
  if (filled === (attributeValue(side, 'href') !== undefined)) {
    report('resource', `<${side.name}> has neither or both of content and "href"`, side);
  }
  const own = attributeValue(side, 'lang', xmlNamespace);
  if (own !== undefined && own.toLowerCase() !== language?.toLowerCase()) {
    report('language', `<${side.name}> is in "${own}", but the document declares "${language}"`, side);
  }
}

const patterns = ['isPresent', 'isNotPresent', 'startsWith', 'endsWith'];

function checkRule(rule: XmlElement, { report }: CheckContext): void {
  const own = patterns.filter((name) => attributeValue(rule, name) !== undefined);
  const custom = rule.attributes.some(({ uri, name }) => uri !== '' && !name.startsWith('xmlns'));
  if (own.length > 1 || (own.length === 0 && !custom))
    report('validation', 'a rule must check exactly one thing', rule);
  if (attributeValue(rule, 'occurs') !== undefined && own[0] !== 'isPresent')
    report('validation', '"occurs" is only allowed with "isPresent"', rule);
  if (attributeValue(rule, 'existsInSource') !== undefined && (own.length !== 1 || own[0] === 'isNotPresent')) {
    report('validation', '"existsInSource" is only allowed with "isPresent", "startsWith" or "endsWith"', rule);
  }
}

/** Checks that a revision of one of several elements names it, if they have ids. */
function checkRevisions(revisions: XmlElement, { report, lookIn }: CheckContext): void {
  const holder = ancestor(revisions, 'unit', 'group', 'file');
  if (!holder) return;
  const appliesTo = attributeValue(revisions, 'appliesTo') ?? '';
  const ref = attributeValue(revisions, 'ref');
  const { start } = revisions;
  lookIn(holder, ref === undefined ? onlyOne(holder, appliesTo, start, report) : oneWithId(holder, ref, start, report));
  if (!appliesTo.includes(':') && !Object.hasOwn(elementRules, appliesTo)) {
    report('reference', `"${appliesTo}" is not an element that can be revised`, revisions);
  }
  const current = attributeValue(revisions, 'currentVersion');
  const versions = childElements(revisions).map((revision) => attributeValue(revision, 'version'));
  const repeated = versions.find((version, at) => version !== undefined && versions.indexOf(version) !== at);
  if (repeated !== undefined) report('unique-id', `the version "${repeated}" is not unique`, revisions);
  if (current !== undefined && !versions.includes(current))
    report('reference', `the revision "${current}" does not exist`, revisions);
}

/** Expects that a core element in a holder has an id. */
function oneWithId(holder: XmlElement, id: string, start: number, report: Report): Lookout {
  let found = false;
  return {
    see: (element) => {
      found ||= element !== holder && isCoreElement(element) && attributeValue(element, 'id') === id;
    },
    end: () => {
      if (!found) report('reference', `nothing has the id "${id}"`, { start });
    },
  };
}

/** Expects that a revision without a reference can belong to one element only, unless none has an id. */
function onlyOne(holder: XmlElement, appliesTo: string, start: number, report: Report): Lookout {
  let count = 0;
  let haveIds = false;
  return {
    see: (element) => {
      if (element === holder || !isCoreElement(element, appliesTo)) return;
      count += 1;
      haveIds ||= attributeValue(element, 'id') !== undefined;
    },
    end: () => {
      if (count > 1 && haveIds)
        report('reference', `the revision does not name the <${appliesTo}> it belongs to`, { start });
    },
  };
}

function checkSkeleton(skeleton: XmlElement, { report }: CheckContext): void {
  const filled = skeleton.children.some(
    (child) => child.kind === 'element' || (child.kind === 'text' && child.text !== ''),
  );
  if (filled === (attributeValue(skeleton, 'href') !== undefined)) {
    report('skeleton', 'a skeleton has neither or both of content and "href"', skeleton);
  }
}
