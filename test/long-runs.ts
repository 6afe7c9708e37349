/** True in `npm run soak`, which makes all runs of a test that `npm test` makes a few of. */
export const isLongRun = process.env['HELVE_PROPERTY_RUNS'] === 'full';

/** True with `CHAOS=1`, which disturbs durable runs of many units for minutes. */
export const isChaos = process.env['CHAOS'] === '1';
