import { createBlock, type Block, type Run, type Runs, type TargetStatus } from '@helve/flow';
import { createTarget, freezeRuns, placeholderText } from '@helve/flow/content';

/** Creates a text run. */
export const t = (text: string): Run => ({ kind: 'text', text });

/** Creates a variable that may only be moved. */
export const variable = (id: string, data = `%${id}`): Run => ({ kind: 'ph', id, type: 'code:variable', data });

/** Wraps runs in a pair of codes that may be deleted. */
export const bold = (id: string, ...inside: readonly Run[]): readonly Run[] => [
  { kind: 'pc-open', id, type: 'fmt:bold', data: '<b>' },
  ...inside,
  { kind: 'pc-close', id, type: 'fmt:bold', data: '</b>' },
];

/** Creates a plural from texts. */
export const plural = (forms: Readonly<Record<string, Runs | string>>, pivot = 'n'): Run => ({
  kind: 'plural',
  pivot,
  forms: Object.fromEntries(
    Object.entries(forms).map(([key, form]) => [key, typeof form === 'string' ? [t(form)] : form]),
  ),
});

/** Creates a block, with targets by locale. */
export function aBlock(
  source: Runs | string,
  targets: Readonly<Record<string, Runs | string>> = {},
  fields: Partial<Omit<Block, 'source' | 'targets'>> & { readonly status?: TargetStatus } = {},
): Block {
  const { status = 'draft', ...rest } = fields;
  const block = createBlock({ id: 'b1', sourceLocale: 'en', ...rest, source });
  for (const [locale, runs] of Object.entries(targets)) {
    const content = freezeRuns(typeof runs === 'string' ? [t(runs)] : runs);
    block.targets[locale] = createTarget(content, { status, origin: { kind: 'human' } });
  }
  return block;
}

/** Formats content as one line: tags for codes, braces for forms. */
export function show(runs: Runs | undefined): string {
  return (runs ?? [])
    .map((run) => {
      if (run.kind === 'plural') return showForms(run.forms);
      if (run.kind === 'select') return showForms(run.cases);
      return placeholderText([run]);
    })
    .join('');
}

function showForms(forms: Readonly<Record<string, Runs | undefined>>): string {
  return `{${Object.entries(forms)
    .map(([key, runs]) => `${key}[${show(runs)}]`)
    .join(' ')}}`;
}
