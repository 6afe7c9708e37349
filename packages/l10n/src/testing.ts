export {
  describeFormat,
  type ExpectedBlock,
  type FormatCase,
  type FormatSuite,
  type MalformedCase,
} from './testing/describe-format.js';
export { readDocument, writeDocument, type KitOptions, type ReadDocument } from './testing/document-kit.js';
export { probeTexts } from './testing/probe-text.js';
