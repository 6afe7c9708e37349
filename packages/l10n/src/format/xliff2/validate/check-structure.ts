import type { XmlAttribute, XmlElement } from '../../xml/xml-node.js';
import { attributeValue } from '../../xml/xml-node.js';
import { modulesByNamespace, ruleName } from '../namespace.js';
import { elementRules, type ElementRule } from './element-rule.js';
import { valueTypes } from './value-type.js';
import type { Report } from './violation.js';

/** Checks an element, and all within it, against the standard's rules for attributes, children and text. */
export function checkStructure(element: XmlElement, report: Report): void {
  const content = checkTag(element, report);
  for (const child of element.children) {
    if (child.kind === 'element') content.take(child, report);
    else if (child.kind === 'text') content.text(child.text, report);
  }
  content.end(report);
  for (const child of element.children) if (child.kind === 'element') checkStructure(child, report);
}

/** Checks an element without its content, which comes later. */
export function checkTag(element: XmlElement, report: Report): ContentCheck {
  const name = ruleName(element);
  const rule = name === undefined ? undefined : elementRules[name];
  if (name !== undefined && rule) {
    checkAttributes(element, rule, report);
    checkParent(element, rule, report);
  } else if (name !== undefined && !name.startsWith('its:'))
    report('element', `<${element.name}> is not an XLIFF element`, element);
  return new ContentCheck(element, rule);
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

/** Checks the content of one element while it comes: each step takes the children that it may, and the rest is wrong. */
export class ContentCheck {
  readonly #element: XmlElement;
  readonly #mixed: boolean;
  readonly #steps: readonly Step[];
  #at = 0;
  /** Number of children that the present step took. */
  #matched = 0;
  /** True once something is wrong that is told once. */
  #hasRest: boolean;
  #hasText = false;

  constructor(element: XmlElement, rule: ElementRule | undefined) {
    this.#element = element;
    this.#mixed = rule === undefined || rule.mixed === true;
    this.#steps = parseSteps(rule?.children ?? noChildren);
    this.#hasRest = rule === undefined;
  }

  take(child: XmlElement, report: Report): void {
    for (let step = this.#steps[this.#at]; step !== undefined; step = this.#next(child, report)) {
      if (this.#matched === step.max || !fits(child, this.#element, step.names)) continue;
      this.#matched += 1;
      return;
    }
    if (!this.#hasRest)
      report('children', `<${child.name}> is not allowed at this position in <${this.#element.name}>`, child);
    this.#hasRest = true;
  }

  text(text: string, report: Report): void {
    if (this.#mixed || this.#hasText || !/[^ \t\r\n]/u.test(text)) return;
    this.#hasText = true;
    report('text', `<${this.#element.name}> contains text directly`, this.#element);
  }

  end(report: Report): void {
    while (this.#at < this.#steps.length) this.#next(this.#element, report);
  }

  /** Leaves the present step, which has taken all it gets. */
  #next(at: XmlElement, report: Report): Step | undefined {
    const { names, min = 0 } = this.#steps[this.#at] ?? { names: [] };
    if (this.#matched < min)
      report('children', `<${this.#element.name}> lacks a required <${names.join('> or <')}>`, at);
    this.#at += 1;
    this.#matched = 0;
    return this.#steps[this.#at];
  }
}

function fits(child: XmlElement, parent: XmlElement, names: readonly string[]): boolean {
  if (names[0] === 'other') return child.uri !== parent.uri;
  const name = ruleName(child);
  return name !== undefined && names.includes(name);
}

function checkParent(element: XmlElement, { parents }: ElementRule, report: Report): void {
  const parent = element.parent && ruleName(element.parent);
  if (parents && parent !== undefined && !parents.includes(parent)) {
    report('module-place', `<${element.name}> is not allowed in <${parent}>`, element);
  }
}
