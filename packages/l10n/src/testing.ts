export { checkRules } from './testing/check-rules.js';
export {
  describeFormat,
  type ExpectedBlock,
  type FormatCase,
  type FormatSuite,
  type MalformedCase,
} from './testing/describe-format.js';
export type { BadValueCase } from './testing/format/describe-bad-values.js';
export type { FormatException } from './testing/format/format-exception.js';
export { readDocument, writeDocument, type KitOptions, type ReadDocument } from './testing/document-kit.js';
export { probeTexts } from './testing/probe-text.js';
export { describeTmStorage, type OpenTmStorage } from './testing/describe-tm-storage.js';
export { draft, memoryOf } from './testing/memory-kit.js';
export { labelledNames, nameKinds, projectNames } from './testing/labelled-names.js';
export type { LabelledText } from './testing/labelled-text.js';
export { madeEntities, madeKinds } from './testing/made-entities.js';
export { scoreRecognizer, type KindScore } from './testing/score-recognizer.js';
export { findMutations, mutationCases, type MutationCase } from './testing/mutation-kit.js';
export { mutationOperators, type MutationOperator } from './testing/mutation-operators.js';
export { unseenNames } from './testing/unseen-names.js';
export { injectedKinds, type InjectedFormat, type InjectedKind, type SoundMessage } from './testing/injected-kinds.js';
export { soundMessages } from './testing/injected-messages.js';
export { checkMessages, findErrors, injectErrors, type InjectedError } from './testing/injection-kit.js';
export { startVendorServer } from './testing/vendor-server.js';
export { vendorWires } from './testing/vendor-wire.js';
