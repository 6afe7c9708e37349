#!/usr/bin/env node
import { main } from '../dist/index.js';

process.exitCode = await main(process.argv.slice(2));
// Tools may leave timers and sockets behind: once both streams are written, the work is done.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
