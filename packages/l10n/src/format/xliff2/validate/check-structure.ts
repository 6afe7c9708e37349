import type { XmlAttribute, XmlElement } from '../../xml/xml-node.js';
import { childElements, attributeValue } from '../../xml/xml-node.js';
import { modulesByNamespace, ruleName } from '../namespace.js';
import { elementRules, type ElementRule } from './element-rule.js';
import { valueTypes } from './value-type.js';
import type { Report } from './violation.js';

/** Checks an element, and all within it, against the standard's rules for attributes, children and text. */
export function checkStructure(element: XmlElement, report: Report): void {
  const name = ruleName(element);
  const rule = name === undefined ? undefined : elementRules[name];
  if (name !== undefined && rule) {
    checkAttributes(element, rule, report);
    checkChildren(element, rule, report);
    checkText(element, rule, report);
    checkParent(element, rule, report);
  } else if (name !== undefined && !name.startsWith('its:'))
    report('element', `<${element.name}> is not an XLIFF element`, element);
  for (const child of element.children) if (child.kind === 'element') checkStructure(child, report);
}

interface AttributeRule {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

const attributeRules = new Map<ElementRule, readonly AttributeRule[]>();

function listAttributes(rule: ElementRule): readonly AttributeRule[] {
  const known = attributeRules.get(rule);
  if (known) return known;
  const parsed = Object.entries(rule.attributes).map(([key, type]) => {
    const required = key.endsWith('!');
    return { name: required ? key.slice(0, -1) : key, type, required };
  });
  attributeRules.set(rule, parsed);
  return parsed;
}

function checkAttributes(element: XmlElement, rule: ElementRule, report: Report): void {
  for (const { name, type, required } of listAttributes(rule)) {
    const value = attributeValue(element, name);
    if (value === undefined && required) report('required-attribute', `<${element.name}> has no "${name}"`, element);
    if (value !== undefined && valueTypes[type]?.(value) === false) {
      report('attribute-value', `"${name}" of <${element.name}> cannot be "${value}"`, element);
    }
  }
  if (attributeValue(element, 'type')?.startsWith('xlf:') === true && ruleName(element)?.includes(':') === false) {
    report('reserved-prefix', 'the prefix "xlf" is reserved', element);
  }
  for (const attribute of element.attributes) checkAllowed(attribute, element, rule, report);
}

function checkAllowed(attribute: XmlAttribute, element: XmlElement, rule: ElementRule, report: Report): void {
  if (attribute.name === 'xmlns' || attribute.name.startsWith('xmlns:')) return;
  if (!isAllowed(attribute, rule))
    report('attribute', `"${attribute.name}" is not allowed on <${element.name}>`, element);
  if (attribute.name !== 'xml:space') return;
  const fixed = element.local === 'data' ? 'preserve' : 'space';
  if (!valueTypes[fixed]?.(attribute.value))
    report('attribute-value', `"xml:space" cannot be "${attribute.value}"`, element);
}

function isAllowed({ local, uri }: XmlAttribute, { attributes, xml, foreign }: ElementRule): boolean {
  if (uri === '') return local in attributes || `${local}!` in attributes;
  const module = modulesByNamespace[uri];
  if (module === 'xml')
    return local === 'id' || local === 'base' || (xml ? xml.some((known) => known === local) : foreign === 'any');
  return foreign === 'any' || (module !== undefined && (foreign ?? []).includes(module));
}

interface Step {
  readonly names: readonly string[];
  readonly min: number;
  readonly max: number;
}

const steps = new Map<readonly string[], readonly Step[]>();
const noChildren: readonly string[] = [];

function parseSteps(children: readonly string[]): readonly Step[] {
  const known = steps.get(children);
  if (known) return known;
  const parsed = children.map((text) => {
    const count = /[?+*]$/u.exec(text)?.[0] ?? '';
    const names = text.slice(0, text.length - count.length).split('|');
    return {
      names,
      min: count === '' || count === '+' ? 1 : 0,
      max: count === '' || count === '?' ? 1 : Number.POSITIVE_INFINITY,
    };
  });
  steps.set(children, parsed);
  return parsed;
}

/** Checks the order of children: each step takes what it may, and the rest is wrong. */
function checkChildren(element: XmlElement, rule: ElementRule, report: Report): void {
  const children = childElements(element);
  let at = 0;
  for (const { names, min, max } of parseSteps(rule.children ?? noChildren)) {
    let matched = 0;
    for (let child = children[at]; child && matched < max && fits(child, element, names); child = children[at]) {
      matched += 1;
      at += 1;
    }
    if (matched < min)
      report('children', `<${element.name}> lacks a required <${names.join('> or <')}>`, children[at] ?? element);
  }
  const left = children[at];
  if (left) report('children', `<${left.name}> is not allowed at this position in <${element.name}>`, left);
}

function fits(child: XmlElement, parent: XmlElement, names: readonly string[]): boolean {
  if (names[0] === 'other') return child.uri !== parent.uri;
  const name = ruleName(child);
  return name !== undefined && names.includes(name);
}

function checkText(element: XmlElement, rule: ElementRule, report: Report): void {
  if (rule.mixed) return;
  const stray = element.children.some((child) => child.kind === 'text' && /[^ \t\r\n]/u.test(child.text));
  if (stray) report('text', `<${element.name}> contains text directly`, element);
}

function checkParent(element: XmlElement, { parents }: ElementRule, report: Report): void {
  const parent = element.parent && ruleName(element.parent);
  if (parents && parent !== undefined && !parents.includes(parent)) {
    report('module-place', `<${element.name}> is not allowed in <${parent}>`, element);
  }
}
