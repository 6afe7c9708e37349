import { countOf, visibleText } from '@helve/core';
import type { StepLogEntry } from '@helve/flow/engine';
import type { Terminal } from '../../terminal.js';

/** So many lines are shown while a run is under way; warnings always are. */
const SHOWN_LINES = 20;

/** Prints what tools log, while it happens. */
export interface LogPrinter {
  print(line: StepLogEntry): void;
  /** Says how many of all lines were not shown. */
  end(total: number): void;
}

/** A printer on stderr. Lines that are no warnings go into the JSON of a run, and are not wanted where quiet is. */
export function createLogPrinter(terminal: Terminal, stepAside: () => void): LogPrinter {
  const { json, quiet } = terminal.output;
  let informed = 0;
  let shown = 0;
  const show = ({ document, message }: Pick<StepLogEntry, 'document' | 'message'>) => {
    stepAside();
    shown += 1;
    // A line end in a name or in a text would begin a line that nobody of Helve's wrote.
    terminal.printError(() => visibleText(`${document}: ${message}`));
  };
  return {
    print(line) {
      if (line.level === 'warn') return show(line);
      if (line.level !== 'info' || json || quiet) return;
      informed += 1;
      if (informed <= SHOWN_LINES) show(line);
    },
    end(total) {
      if (informed > SHOWN_LINES)
        terminal.printError(() => `… and ${countOf(total - shown, 'more line')}; --json has the first 1000`);
    },
  };
}
