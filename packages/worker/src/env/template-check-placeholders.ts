import { CapabilityConfigError } from '../error/input-errors.js';
import { parseTemplate, type TemplateSegment } from './template.js';
import {
  isTemplatePlaceholder,
  WORKER_ENV_TEMPLATE_PLACEHOLDERS,
  type TemplatePlaceholder,
} from './template-placeholders.js';

/** Returns the names that a template refers to. Throws for unknown names and unbalanced braces; needs no values. */
export function templateCheckPlaceholders(template: string): Set<TemplatePlaceholder> {
  const pieces = readTemplate(template, { place: 'the template', fieldsInvalid: [] });
  return new Set(pieces.flatMap((piece) => ('placeholder' in piece ? [piece.placeholder] : [])));
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
  if (parsed.pieces.every(isKnown)) return parsed.pieces;
  const unknown = parsed.pieces.flatMap((piece) =>
    isKnown(piece) || !('placeholder' in piece) ? [] : [piece.placeholder],
  );
  const names = [...new Set(unknown)].toSorted().join(', ');
  const allowed = WORKER_ENV_TEMPLATE_PLACEHOLDERS.join(', ');
  throw new CapabilityConfigError(`Cannot read ${place}: unknown placeholders ${names}; allowed are ${allowed}`, {
    fieldsInvalid,
  });
}

function isKnown(piece: TemplateSegment): piece is KnownSegment {
  return 'text' in piece || isTemplatePlaceholder(piece.placeholder);
}
