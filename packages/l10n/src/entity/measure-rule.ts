import { alternation, patternRule, type EntityRule } from './entity-rule.js';

const units =
  'km cm mm m kg g mg t l ml dl km/h mph ha m² km² m³ GB MB kB TB GiB MiB kW kWh MW W V Hz MHz GHz °C °F % ‰ lb lbs oz ft mi';

/** Rules for times of day and for quantities. */
export const measureRules: readonly EntityRule[] = Object.freeze([
  patternRule('time', 0.9, /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\b\.?)?(?![\d:])/giu),
  patternRule(
    'measurement',
    0.7,
    new RegExp(
      `(?<![\\p{L}\\d.,])\\d[\\d.,]{0,15}[ \\u00a0]?(?:${alternation(units.split(' '))})(?![\\p{L}\\d])`,
      'gu',
    ),
  ),
]);
