import { CapabilityConfigError } from '../error/input-errors.js';
import { parseTemplate, type TemplateSegment } from './template.js';
import {
  isTemplatePlaceholder,
  WORKER_ENV_TEMPLATE_PLACEHOLDERS,
  type TemplatePlaceholder,
} from './template-placeholders.js';

/** Returns the names that a template refers to. Throws for unknown names and unbalanced braces; needs no values. */
export function templateCheckPlaceholders(template: string): Set<TemplatePlaceholder> {
  const segments = readTemplate(template, { place: 'the template', fieldsInvalid: [] });
  return new Set(segments.flatMap((segment) => ('placeholder' in segment ? [segment.placeholder] : [])));
}

/** A segment of a template whose names are all known. */
export type KnownSegment = { readonly text: string } | { readonly placeholder: TemplatePlaceholder };

/** Parses a template of known names; errors name its owner. */
export function readTemplate(
  template: string,
  { place, fieldsInvalid }: { readonly place: string; readonly fieldsInvalid: readonly string[] },
): readonly KnownSegment[] {
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw new CapabilityConfigError(`Cannot read ${place}: ${parsed.problem}`, { fieldsInvalid });
  if (parsed.segments.every(isKnown)) return parsed.segments;
  const unknown = parsed.segments.flatMap((segment) =>
    isKnown(segment) || !('placeholder' in segment) ? [] : [segment.placeholder],
  );
  const names = [...new Set(unknown)].toSorted().join(', ');
  const allowed = WORKER_ENV_TEMPLATE_PLACEHOLDERS.join(', ');
  throw new CapabilityConfigError(`Cannot read ${place}: unknown placeholders ${names}; allowed are ${allowed}`, {
    fieldsInvalid,
  });
}

function isKnown(segment: TemplateSegment): segment is KnownSegment {
  return 'text' in segment || isTemplatePlaceholder(segment.placeholder);
}
