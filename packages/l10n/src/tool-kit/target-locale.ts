import type { StepContext } from '@helve/flow';

/** Parameter of every bilingual tool; the run takes precedence over it. */
export const targetLocaleProperty = {
  type: 'string',
  'x-locale': 'target',
  description: 'Target locale for runs that name none.',
} as const;

/** Returns the target locale of a bilingual step. The locale plan guarantees that there is one. */
export function targetLocale(ctx: Pick<StepContext, 'locales' | 'step'>): string {
  const { target } = ctx.locales;
  if (target === undefined) throw new TypeError(`Cannot run "${ctx.step.tool}": it has no target locale`);
  return target;
}
