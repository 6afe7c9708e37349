import type { BuildOptions } from '@helve/build';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { untilAborted } from '../../until-aborted.js';
import { toFailureText } from '../../text/to-failure-text.js';
import { buildSummary, printProblems } from './report.js';

/** `helve build --watch`: builds after every change, until it is stopped. */
export async function watchBuild(options: BuildOptions, dir: string, terminal: Terminal): Promise<ExitCode> {
  const { watchToolFolders } = await import('@helve/project/build');
  const { signal } = terminal.io;
  const watch = watchToolFolders({
    ...options,
    onBuild: (result) => {
      printProblems(result, dir, terminal);
      if (result.ok) terminal.print(buildSummary(result, dir));
      else terminal.notify('The registry of before stays in place');
    },
    onError: (error) => terminal.printError((style) => toFailureText(error, style)),
  });
  terminal.notify(`Watching ${dir}. Stop with Ctrl-C`);
  await untilAborted(signal);
  await watch.close();
  return signal.reason === 'SIGTERM' ? ExitCode.done : ExitCode.interrupted;
}
