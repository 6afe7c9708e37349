/** Checking of options, as an entry of its own: for packages that take some. */
export { checkOptionNames, checkOptions, type RefuseOption } from './options/check-options.js';
export {
  aBoolean,
  aCount,
  aCountOrNone,
  aDuration,
  aDurationOrNone,
  aFunction,
  anObject,
  aPort,
  aShare,
  aText,
  check,
  eitherOf,
  oneOf,
  required,
  aListOfTexts,
  type OptionCheck,
  type OptionChecks,
} from './options/option-check.js';
