import type { ProgressReport } from '@helve/worker';
import type { Sink } from '../io.js';
import { cutText, oneLine } from './text-width.js';

/** A line that is drawn over while a call runs, and gone when it is over. */
export interface ProgressBar {
  show(report: ProgressReport): void;
  clear(): void;
}

const cells = 24;
const eraseLine = '\r\u001B[2K';
const fallbackColumns = 80;

/** Draws progress on a terminal; anywhere else nothing is drawn, so that no log fills with it. */
export function createProgressBar(sink: Sink): ProgressBar {
  if (sink.isTTY !== true) return { show: () => {}, clear: () => {} };
  let drawn = false;
  return {
    show(report) {
      drawn = true;
      // One column stays free: a full line would wrap. A terminal of unknown width says 0.
      sink.write(eraseLine + cutText(toBarText(report), (sink.columns || fallbackColumns) - 1));
    },
    clear() {
      if (drawn) sink.write(eraseLine);
      drawn = false;
    },
  };
}

/** `[######------------------]  25 % message`; without a share where nobody can tell. */
export function toBarText({ progress, message }: ProgressReport): string {
  const label = oneLine(message);
  if (!(progress >= 0)) return `[${'.'.repeat(cells)}]   ?   ${label}`.trimEnd();
  const share = Math.min(1, progress);
  const full = Math.round(share * cells);
  const percent = String(Math.round(share * 100)).padStart(3);
  return `[${'#'.repeat(full)}${'-'.repeat(cells - full)}] ${percent} % ${label}`.trimEnd();
}
