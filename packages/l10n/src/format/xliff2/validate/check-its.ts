import { findAttribute, attributeValue, xmlNamespace, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement, modulesByNamespace } from '../namespace.js';
import type { CheckContext } from './check-context.js';
import type { Report } from './violation.js';
import { ancestor } from './walk.js';

const its = 'http://www.w3.org/2005/11/its';

const categories = new Set(
  `allowed-characters directionality domain elements-within-text external-resource id-value language-information locale-filter
  localization-note localization-quality-issue localization-quality-rating mt-confidence preserve-space provenance storage-size
  target-pointer terminology text-analysis translate`.split(/\s+/u),
);

const records = [
  'org',
  'orgRef',
  'person',
  'personRef',
  'revOrg',
  'revOrgRef',
  'revPerson',
  'revPersonRef',
  'revTool',
  'revToolRef',
  'tool',
  'toolRef',
];
const issues = [
  'locQualityIssueType',
  'locQualityIssueComment',
  'locQualityIssueSeverity',
  'locQualityIssueProfileRef',
  'locQualityIssueEnabled',
];

/** Mutually exclusive attributes. */
const exclusive: readonly (readonly [string, readonly string[]])[] = [
  ['locQualityIssuesRef', issues],
  ['locQualityRatingScore', ['locQualityRatingVote']],
  ['taIdentRef', ['taSource', 'taIdent']],
  ['provenanceRecordsRef', records],
];

/** Attributes that require another one: on the same element, or on one around it. */
const needing: readonly (readonly [name: string, other: string, around: boolean])[] = [
  ['taSource', 'taIdent', false],
  ['taIdent', 'taSource', false],
  ['locQualityRatingScoreThreshold', 'locQualityRatingScore', true],
  ['locQualityRatingVoteThreshold', 'locQualityRatingVote', true],
];

/** Checks the attributes and elements of the Internationalization Tag Set. */
export function checkIts(element: XmlElement, context: CheckContext): void {
  const { report } = context;
  if (element.uri === its) checkRecord(element, report);
  if (element.attributes.every(({ uri }) => uri === '')) return;
  const own = element.attributes.filter(
    ({ uri }) => modulesByNamespace[uri] === 'its' || modulesByNamespace[uri] === 'itsm',
  );
  if (own.length === 0) return;
  if (!hasAround(element, 'version')) report('its', 'no "its:version" applies', element);
  checkCombinations(element, context);
  const type = attributeValue(element, 'type');
  const annotates = own.some(({ local }) => local !== 'version');
  if (isCoreElement(element, 'mrk', 'sm') && annotates && type !== undefined && !isAnnotation(type, own)) {
    report('its', `an ITS annotation cannot have the type "${type}"`, element);
  }
  const annotators = attributeValue(element, 'annotatorsRef', its);
  if (annotators !== undefined) checkAnnotators(annotators, element, report);
}

/** True when the annotation matches its type: Terminology has types of its own, every other is generic. */
function isAnnotation(type: string, own: readonly { readonly local: string }[]): boolean {
  if (type === 'its:generic') return true;
  const terms = own.every(({ local }) => ['version', 'termConfidence', 'annotatorsRef'].includes(local));
  return terms && ['term', 'its:term-no'].includes(type);
}

function hasAround(element: XmlElement, name: string): boolean {
  for (let outer: XmlElement | undefined = element; outer; outer = outer.parent) {
    if (findAttribute(outer, name, its) || (outer.uri === its && findAttribute(outer, name))) return true;
  }
  return false;
}

function checkCombinations(element: XmlElement, context: CheckContext): void {
  const { report } = context;
  for (const [name, others] of exclusive) {
    const other = findAttribute(element, name, its) && others.find((one) => findAttribute(element, one, its));
    if (other) report('its', `"${name}" and "${other}" exclude each other`, element);
  }
  for (const [name, other, around] of needing) {
    const found = around ? hasAround(element, other) : findAttribute(element, other, its) !== undefined;
    if (findAttribute(element, name, its) && !found) report('its', `"${name}" requires "${other}"`, element);
  }
  for (const [name, local] of [
    ['locQualityIssuesRef', 'locQualityIssues'],
    ['provenanceRecordsRef', 'provenanceRecords'],
  ] as const) {
    const ref = attributeValue(element, name, its);
    if (ref !== undefined) checkRecords(element, local, ref, context);
  }
}

/** Checks that a reference leads to records in the same unit, group or file. */
function checkRecords(element: XmlElement, local: string, ref: string, { report, lookIn }: CheckContext): void {
  const holder = isCoreElement(element, 'unit', 'group', 'file') ? element : ancestor(element, 'unit', 'group', 'file');
  const id = /^#(?:.*\/)?its=(.+)$/u.exec(ref)?.[1];
  const place = { start: element.start };
  const missing = (): void => report('its', `"${ref}" does not lead to a <${local}>`, place);
  if (!holder || id === undefined) return missing();
  let found = false;
  lookIn(holder, {
    see: (one) => {
      found ||=
        one.uri === its &&
        one.local === local &&
        (attributeValue(one, 'id', xmlNamespace) ?? attributeValue(one, 'id')) === id;
    },
    end: () => {
      if (!found) missing();
    },
  });
}

function checkAnnotators(value: string, element: XmlElement, report: Report): void {
  const names = value
    .trim()
    .split(/\s+/u)
    .map((item) => (item.includes('|') ? item.slice(0, item.indexOf('|')) : item));
  const wrong = names.find((name) => !categories.has(name));
  if (wrong !== undefined) report('its', `"${wrong}" is not a data category`, element);
  if (new Set(names).size < names.length) report('its', 'a data category occurs twice', element);
}

function checkRecord(element: XmlElement, report: Report): void {
  if (
    element.local === 'locQualityIssue' &&
    !['locQualityIssueType', 'locQualityIssueComment'].some((name) => findAttribute(element, name))
  ) {
    report('its', 'an issue has neither a type nor a comment', element);
  }
  if (element.local === 'provenanceRecord' && !records.some((name) => findAttribute(element, name))) {
    report('its', 'a provenance record names nobody', element);
  }
}
