#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on, code that was compiled once is kept for the next start.
module.enableCompileCache?.();
const { main } = await import('../dist/index.js');

const code = await main(process.argv.slice(2));
// An output that could not be written has said so already.
process.exitCode ||= code;
// Tools may leave timers and sockets behind: once both streams are written, or have failed, the work is done.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())));
