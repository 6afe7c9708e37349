import fc from 'fast-check';
import { isLongRun } from './long-runs.js';

/** How long the runs of one property may take in `npm test`; `npm run soak` makes all of them. */
const PROPERTY_MS = 1_000;

const { env } = process;

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  // In CI a change is judged, not the luck of the draw: one seed for all. Everywhere else each run looks at new cases.
  ...(env['CI'] === 'true' && { seed: 2026 }),
  ...(!isLongRun && { numRuns: 30, interruptAfterTimeLimit: PROPERTY_MS, markInterruptAsFailure: false }),
});
