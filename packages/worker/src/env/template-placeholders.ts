/** Every name that a default may refer to as `${NAME}`; case counts. */
export const WORKER_ENV_TEMPLATE_PLACEHOLDERS = Object.freeze([
  'CAPABILITY_DATA_DIR',
  'CAPABILITY_NAME',
  'CJM_CAPABILITY_DATA_DIR',
  'CJM_MODELS_DIR',
  'HELVE_CAPABILITY_DATA_DIR',
  'HELVE_MODELS_DIR',
] as const);

export type TemplatePlaceholder = (typeof WORKER_ENV_TEMPLATE_PLACEHOLDERS)[number];

/** What the placeholders stand for; null or absent means that nobody has said. */
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

/** The value of a placeholder: its own or, if that is not given, its twin's. */
export function placeholderValue(values: TemplateValues, name: TemplatePlaceholder): string | null {
  const twin = twins[name];
  return values[name] ?? (twin === undefined ? null : (values[twin] ?? null));
}
