// Three opinions: rules of the language, the look of the text, and what nobody uses.
import { join } from 'node:path';
import { setUpOrExit } from './set-up.mjs';
import { root } from './set-up/workspace.mjs';
import { quietStep } from './steps.mjs';

await setUpOrExit();

/** @param {string} path */
const bin = (path) => join(root, 'node_modules', path);

const results = [
  await quietStep('oxlint', [bin('oxlint/bin/oxlint'), '--type-aware', '--report-unused-disable-directives']),
  await quietStep('oxfmt (npm run format mends it)', [bin('oxfmt/bin/oxfmt'), '--check']),
  await quietStep('knip', [bin('knip/bin/knip.js'), '--no-progress']),
];

process.exitCode = results.every(Boolean) ? 0 : 1;
