import { processIo, type Io } from './io.js';
import { readVersion } from './version.js';

/** The whole terminal door: takes the arguments after `helve` and gives the exit code. Never throws. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  // The common question of scripts; it needs nothing of what follows.
  if (argv[0] === '--version' || argv[0] === '-V') {
    io.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const { runCommandLine } = await import('./program.js');
  return runCommandLine(argv, io);
}
