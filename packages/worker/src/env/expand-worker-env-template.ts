import { CapabilityConfigError } from '../error/input-errors.js';
import { readTemplate } from './template-check-placeholders.js';
import { placeholderValue, type TemplatePlaceholder, type TemplateValues } from './template-placeholders.js';

/** Owner of a template, for error messages. */
export interface TemplateOwner {
  readonly capabilityName?: string;
  readonly varName?: string;
}

/** Replaces all placeholders in one pass: inserted values are not expanded again. */
export function expandWorkerEnvTemplate(template: string, values: TemplateValues, owner: TemplateOwner = {}): string {
  const { capabilityName = '', varName = '' } = owner;
  const location = `the default of "${varName}" of capability "${capabilityName}"`;
  const fieldsInvalid = varName === '' ? [] : [varName];
  const segments = readTemplate(template, { place: location, fieldsInvalid });
  const unset = new Set<TemplatePlaceholder>();
  const texts = segments.map((segment) => {
    if ('text' in segment) return segment.text;
    const value = placeholderValue(values, segment.placeholder);
    if (value === null) unset.add(segment.placeholder);
    return value ?? '';
  });
  if (unset.size === 0) return texts.join('');
  const names = [...unset].toSorted().join(', ');
  const advice = `configure it on this host, or set "${varName}" itself`;
  throw new CapabilityConfigError(`Cannot fill in ${location}: no value for ${names}; ${advice}`, {
    fieldsInvalid,
    capabilityName,
  });
}
