import { WIRE_KEY } from './wire-type.js';

/** Receives the lines of a reader. */
export interface LineListener {
  /** Called for one line of JSON; `tagged` when it may contain tagged values. */
  readonly onMessage: (message: unknown, tagged: boolean) => void;
  /** Called for a line that is not JSON or too long; nothing is read after it. */
  readonly onGarbage: (problem: string) => void;
}

/** Creates a reader of JSON lines from chunks of text; buffers at most one unfinished line of about `maxLength`. */
export function createLineReader(maxLength: number, { onMessage, onGarbage }: LineListener): (text: string) => void {
  let held = '';
  let broken = false;

  const fail = (problem: string) => {
    broken = true;
    held = '';
    onGarbage(problem);
  };
  const parse = (line: string) => {
    if (line.length > maxLength) return fail(`a line is longer than ${maxLength}`);
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return fail(`it is not JSON: ${line.slice(0, 120)}`);
    }
    onMessage(message, line.includes(WIRE_KEY));
  };

  return (text) => {
    if (broken) return;
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      const line = held === '' ? text.slice(from, at) : held + text.slice(from, at);
      held = '';
      from = at + 1;
      if (line !== '') parse(line);
      if (broken) return;
    }
    if (broken || from === text.length) return;
    held += from === 0 ? text : text.slice(from);
    if (held.length > maxLength) fail(`a line is longer than ${maxLength}`);
  };
}
