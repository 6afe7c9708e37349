// npm start: the gateway, with the tools of the examples.
import { join } from 'node:path';
import { runForeground } from './foreground.mjs';
import { setUpOrExit } from './set-up.mjs';
import { root } from './set-up/workspace.mjs';

await setUpOrExit();
runForeground([join(root, 'packages', 'cli', 'bin', 'helve.js'), 'serve', ...process.argv.slice(2)]);
