import type { Severity } from '@helve/flow';

/** Meaning of one rule of a check, and its default severity. */
export interface CheckRule {
  readonly severity: Severity;
  readonly description: string;
  /** A message that breaks this rule and no other, if a plain text can. */
  readonly example?: RuleExample;
}

/** A message that breaks a rule. */
export interface RuleExample {
  readonly source: string;
  readonly target: string;
  /** Language of the target; German unless given. */
  readonly locale?: string;
  /** Flags of the message in a catalog, such as `c-format`. */
  readonly flags?: string;
}

/** The rules of a check by id, such as `qa.double-spaces`; an id never changes its meaning. */
export type CheckRules = { readonly [rule: string]: CheckRule };

const choices = ['neutral', 'minor', 'major', 'critical', 'off'] as const;

type SeverityProperties<Rules extends CheckRules> = {
  readonly [Rule in keyof Rules]: { readonly enum: typeof choices; readonly description: string };
};

/** Returns the `severities` parameter of a check; it lists the check's rules, so that a misspelt one is refused. */
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
