#!/usr/bin/env node
import module from 'node:module';

// From Node 22 on, code that was compiled once is kept for the next start.
module.enableCompileCache?.();
const { main } = await import('../dist/index.js');

process.exitCode = await main(process.argv.slice(2));
// Tools may leave timers and sockets behind: once both streams are written, the work is done.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
