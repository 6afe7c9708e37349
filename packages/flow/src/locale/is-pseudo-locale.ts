/** Language subtags for private use, `qaa` to `qtz`, such as `qps`. */
const privateUse = /^q[a-t][a-z](?:-|$)/iu;
/** Regions that stand for accented, mirrored and wide text: `en-XA`, `ar-XB`, `zh-XC`. */
const pseudoRegion = /^[a-z]{2,3}(?:-[a-z]{4})?-x[abc](?:-|$)/iu;

/** Variants for tests of SAP: `en-US-sappsd`, `en-US-saptrc`, `en-US-saprigi`. */
const pseudoVariant = /-sap(?:psd|trc|rigi)(?:-|$)/iu;

/** True for a locale that nobody speaks, made to test an application: `qps-ploc`, `en-XA`. */
export function isPseudoLocale(locale: string): boolean {
  return privateUse.test(locale) || pseudoRegion.test(locale) || pseudoVariant.test(locale);
}
