import { actionCases } from './case/action-cases.js';
import { cancelCases } from './case/cancel-cases.js';
import { errorCases } from './case/error-cases.js';
import { lifecycleCases } from './case/lifecycle-cases.js';
import { processCases } from './case/process-cases.js';
import { reportCases } from './case/report-cases.js';
import { shapeCases } from './case/shape-cases.js';
import { streamCases } from './case/stream-cases.js';
import { valueCases } from './case/value-cases.js';
import { wireCases } from './case/wire-cases.js';
import type { ConformanceCase } from './conformance-case.js';

/** The conformance suite of workers; each language has a program with the probes that it names. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...wireCases,
  ...shapeCases,
  ...lifecycleCases,
  ...actionCases,
  ...valueCases,
  ...streamCases,
  ...cancelCases,
  ...reportCases,
  ...errorCases,
  ...processCases,
];
