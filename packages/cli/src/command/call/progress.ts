import { visibleLines, visibleText, type Progress } from '@helve/core';
import type { Terminal } from '../../terminal.js';
import { createProgressBar } from '../../text/progress-bar.js';

/** Display of a call while it runs. */
export interface CallProgress {
  onProgress(progress: Progress): void;
  onChunk(chunk: unknown): void;
  /** Takes away what was drawn over. */
  end(): void;
}

/** On stderr: lines of JSON on request, a bar and the streamed output on a terminal, else nothing. */
export function createCallProgress({ io, output }: Terminal): CallProgress {
  const { stderr } = io;
  if (output.progress === 'ndjson') {
    const tell = (event: object) => void stderr.write(`${JSON.stringify(event)}\n`);
    return {
      onProgress: (progress) => tell({ kind: 'progress', ...progress }),
      onChunk: (chunk) => tell({ kind: 'chunk', chunk }),
      end: () => undefined,
    };
  }
  if (output.progress === 'none' || stderr.isTTY !== true) {
    return { onProgress: () => undefined, onChunk: () => undefined, end: () => undefined };
  }
  const bar = createProgressBar(stderr);
  let isOpenLine = false;
  const closeLine = () => {
    if (isOpenLine) stderr.write('\n');
    isOpenLine = false;
  };
  return {
    onProgress({ done, total, message }) {
      closeLine();
      const count = total === undefined ? String(done) : `${done} of ${total}`;
      const label = visibleText(message === undefined ? count : `${count} ${message}`);
      bar.show({ progress: total === undefined || total <= 0 ? Number.NaN : done / total, message: label });
    },
    onChunk(chunk) {
      bar.clear();
      // Texts follow each other as they are; anything else gets a line of its own.
      const text = typeof chunk === 'string' ? visibleLines(chunk) : `${visibleText(JSON.stringify(chunk) ?? '')}\n`;
      stderr.write(text);
      isOpenLine = text !== '' && !text.endsWith('\n');
    },
    end() {
      bar.clear();
      closeLine();
    },
  };
}
