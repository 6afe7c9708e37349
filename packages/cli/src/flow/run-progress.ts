import { isPlainObject } from '@helve/core';
import type { ProgressEvent } from '@helve/flow';
import type { Terminal } from '../terminal.js';
import { cutText, oneLine } from '../text/text-width.js';

export interface RunProgress {
  show(event: ProgressEvent): void;
  /** Takes away what was drawn. */
  clear(): void;
}

const quiet: RunProgress = { show: () => undefined, clear: () => undefined };

/** On stderr: lines of JSON on request, one drawn line on a terminal, else nothing. */
export function createRunProgress({ io, manners }: Terminal): RunProgress {
  const mode = manners.progress;
  if (mode === 'ndjson') {
    return { show: (event) => void io.stderr.write(`${JSON.stringify(event)}\n`), clear: () => undefined };
  }
  return mode === 'auto' && io.stderr.isTTY === true ? drawnProgress(io.stderr) : quiet;
}

const cells = 24;
const eraseLine = '\r\u001B[2K';

/** `[######------] 3/12 app.json · 2 pseudo-translate 640 blocks` */
function drawnProgress(sink: Terminal['io']['stderr']): RunProgress {
  let documents = 0;
  let done = 0;
  let now = '';
  const draw = () => {
    const full = documents === 0 ? 0 : Math.round((done / documents) * cells);
    const bar = `[${'#'.repeat(full)}${'-'.repeat(cells - full)}] ${done}/${documents} ${now}`;
    sink.write(eraseLine + cutText(oneLine(bar), (sink.columns || 80) - 1));
  };
  return {
    show({ kind, document = '', node = '', tool = '', data = {} }) {
      if (kind === 'start') documents = Number(isPlainObject(data) ? data['documents'] : 0);
      if (kind === 'file-start') now = document;
      if (kind === 'step') now = `${document} · ${node} ${tool} ${Number(data['out'] ?? 0)} blocks`;
      if (kind === 'file-done') done += 1;
      if (kind === 'done') sink.write(eraseLine);
      else draw();
    },
    clear: () => void sink.write(eraseLine),
  };
}
