import type { StepContext } from '@helve/flow';

/** The parameter that every bilingual tool accepts; the run outranks it. */
export const targetLocaleProperty = {
  type: 'string',
  'x-locale': 'target',
  description: 'Target locale for runs that name none.',
} as const;

/** The target of a bilingual step. The locale plan has made sure that there is one. */
export function targetLocale(ctx: Pick<StepContext, 'locales' | 'step'>): string {
  const { target } = ctx.locales;
  if (target === undefined) throw new TypeError(`Cannot run "${ctx.step.tool}": it has no target locale`);
  return target;
}
