import { amountRule } from './amount-rule.js';
import { contactRules } from './contact-rule.js';
import { dateRules } from './date-rule.js';
import type { EntityRule } from './entity-rule.js';
import { locationRules } from './location-rule.js';
import { measureRules } from './measure-rule.js';
import { organizationRules } from './organization-rule.js';
import { personRules } from './person-rule.js';

const byLanguage = new Map<string, readonly EntityRule[]>();

/** Every rule for texts in a locale, earlier ones first. */
export function rulesFor(locale: string): readonly EntityRule[] {
  const language = toLanguage(locale);
  const made = byLanguage.get(language) ?? [
    ...contactRules,
    ...dateRules(language),
    amountRule,
    ...measureRules,
    ...personRules(language),
    ...organizationRules,
    ...locationRules(language),
  ];
  byLanguage.set(language, made);
  return made;
}

/** Returns the language of a locale, or English if its months are unknown. */
function toLanguage(locale: string): string {
  const [language = 'en'] = locale.toLowerCase().split(/[-_]/);
  const known = /^[a-z]{2,3}$/.test(language) && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  return known ? language : 'en';
}
