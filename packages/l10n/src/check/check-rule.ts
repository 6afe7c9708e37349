import type { Severity } from '@helve/flow';

/** What one rule of a check means, and how bad a breach is unless a project says otherwise. */
export interface CheckRule {
  readonly severity: Severity;
  readonly description: string;
}

/** The rules of a check by id, such as `qa.double-spaces`; an id never changes its meaning. */
export type CheckRules = { readonly [rule: string]: CheckRule };

const choices = ['neutral', 'minor', 'major', 'critical', 'off'] as const;

type SeverityProperties<Rules extends CheckRules> = {
  readonly [Rule in keyof Rules]: { readonly enum: typeof choices; readonly description: string };
};

/** The parameter that every check has; it knows the check's rules, so that a misspelt one is refused. */
export function severitiesProperty<const Rules extends CheckRules>(rules: Rules) {
  const properties = Object.fromEntries(
    Object.entries(rules).map(([rule, { severity, description }]) => [
      rule,
      { enum: choices, description: `${description} Default severity: ${severity}.` },
    ]),
  );
  return {
    type: 'object',
    // Each entry was made of a rule.
    properties: properties as SeverityProperties<Rules>,
    additionalProperties: false,
    default: {},
    description: 'Severity of individual rules; "off" disables a rule.',
  } as const;
}
