import type { Terminal } from '../../terminal.js';
import { createProgressBar } from '../../text/progress-bar.js';

/** Shows how far a long work is, on stderr. */
export interface TmProgress {
  begin(document: string): void;
  /** Shows progress; `share` is from 0 to 1, or -1 where it is unknown. */
  show(share: number, message: string): void;
  end(): void;
  done(): void;
}

/** Lines of JSON on request, one drawn line on a terminal, else nothing. */
export function createTmProgress({ io, output }: Terminal): TmProgress {
  if (output.progress === 'ndjson') return lineProgress(io.stderr);
  const bar = createProgressBar(output.progress === 'auto' ? io.stderr : { write: () => undefined });
  let document = '';
  return {
    begin: (name) => {
      document = name;
    },
    show: (share, message) => bar.show({ progress: share, message: `${document} · ${message}` }),
    end: () => bar.clear(),
    done: () => bar.clear(),
  };
}

function lineProgress(sink: Terminal['io']['stderr']): TmProgress {
  let document = '';
  const say = (event: object) => void sink.write(`${JSON.stringify(event)}\n`);
  return {
    begin: (name) => {
      document = name;
      say({ kind: 'file-start', document });
    },
    show: (share, message) =>
      say({ kind: 'step', document, data: { share: Math.round(share * 1000) / 1000, message } }),
    end: () => say({ kind: 'file-done', document }),
    done: () => say({ kind: 'done' }),
  };
}
