// What `npm start` and `npm test` pay before they begin, when nothing is to do.
import { join } from 'node:path';
import { freshProcess, measure, report } from './measure.js';

const rows = await measure([
  { name: 'node alone', sample: freshProcess(['-e', '0']) },
  { name: 'set-up', sample: freshProcess([join('scripts', 'set-up.mjs')]), target: { atMost: 150 } },
]);

process.exitCode = report('Set-up with nothing to do', 'ms', rows) ? 0 : 1;
