/** Every name that a default may refer to as `${NAME}`; case-sensitive. */
export const WORKER_ENV_TEMPLATE_PLACEHOLDERS = Object.freeze([
  'CAPABILITY_DATA_DIR',
  'CAPABILITY_NAME',
  'CJM_CAPABILITY_DATA_DIR',
  'CJM_MODELS_DIR',
  'HELVE_CAPABILITY_DATA_DIR',
  'HELVE_MODELS_DIR',
] as const);

export type TemplatePlaceholder = (typeof WORKER_ENV_TEMPLATE_PLACEHOLDERS)[number];

/** Values of the placeholders; null or absent when unset. */
export type TemplateValues = { readonly [Name in TemplatePlaceholder]?: string | null };

/** Two spellings of one directory. */
const twins: { readonly [Name in TemplatePlaceholder]?: TemplatePlaceholder } = {
  CJM_MODELS_DIR: 'HELVE_MODELS_DIR',
  HELVE_MODELS_DIR: 'CJM_MODELS_DIR',
  CJM_CAPABILITY_DATA_DIR: 'HELVE_CAPABILITY_DATA_DIR',
  HELVE_CAPABILITY_DATA_DIR: 'CJM_CAPABILITY_DATA_DIR',
};

export function isTemplatePlaceholder(name: string): name is TemplatePlaceholder {
  return (WORKER_ENV_TEMPLATE_PLACEHOLDERS as readonly string[]).includes(name);
}

/** Returns the value of a placeholder, or that of its other spelling. */
export function placeholderValue(values: TemplateValues, name: TemplatePlaceholder): string | null {
  const twin = twins[name];
  return values[name] ?? (twin === undefined ? null : (values[twin] ?? null));
}
