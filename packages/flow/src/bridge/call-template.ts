import { isPlainObject, type Json } from '@helve/core';
import { placeholderText } from '../content/text/placeholder-text.js';
import type { StepContext } from '../contract/tool.js';
import type { BlockView } from '../contract/view.js';

const slot = /\$\{(source\.text|target\.text|block\.id|property\.[^}]+)\}/g;

/** The input of a call for one block: the template with its slots filled in; other text stays as it is. */
export function fillTemplate(template: Json, view: BlockView, ctx: StepContext): Json {
  if (typeof template === 'string')
    return template.replaceAll(slot, (_, name: string) => resolveVariable(name, view, ctx));
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, view, ctx));
  if (!isPlainObject(template)) return template;
  const entries = Object.entries(template);
  return Object.fromEntries(entries.map(([key, value]) => [key, fillTemplate(value, view, ctx)]));
}

function resolveVariable(name: string, view: BlockView, { locales }: StepContext): string {
  if (name === 'source.text') return placeholderText(view.source);
  if (name === 'target.text') return placeholderText(view.target(locales.target ?? '')?.runs ?? []);
  if (name === 'block.id') return view.id;
  return view.property(name.slice('property.'.length)) ?? '';
}
