// npm run soak: the property tests with all their runs, each file alone; npm test makes fewer runs of each.
import { setUpOrExit } from './set-up.mjs';
import { runVitest } from './vitest.mjs';

await setUpOrExit();
const ok = await runVitest(['--testTimeout=900000', ...process.argv.slice(2)], { HELVE_PROPERTY_RUNS: 'full' });
process.exitCode = ok ? 0 : 1;
