import type { BuildOptions } from '@helve/build';
import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { toFailureText } from '../../text/to-failure-text.js';
import { summaryOf, tellProblems } from './report.js';

/** `helve build --watch`: builds after every change, until it is stopped. */
export async function watchBuild(options: BuildOptions, dir: string, terminal: Terminal): Promise<ExitCode> {
  const { watchToolFolders } = await import('@helve/build');
  const { signal } = terminal.io;
  const watch = watchToolFolders({
    ...options,
    onBuild: (result) => {
      tellProblems(result, dir, terminal);
      if (result.ok) terminal.print(summaryOf(result, dir));
      else terminal.say('The registry of before stays in place');
    },
    onError: (error) => terminal.complain((style) => toFailureText(error, style)),
  });
  terminal.say(`Watching ${dir}. Stop with Ctrl-C`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await watch.close();
  return signal.reason === 'SIGTERM' ? ExitCode.done : ExitCode.interrupted;
}
