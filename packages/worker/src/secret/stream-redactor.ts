import type { Redactor } from '@helve/core';

/** Hides secrets in a stream of text, also where a chunk ends in the middle of one. */
export interface StreamRedactor {
  /** What may be shown by now: bytes or text in, clean text out. */
  write(chunk: string | Uint8Array): string;
  /** The rest, when the stream has ended. */
  end(): string;
}

/** So much is held back at most while the redactor cannot tell where a secret ends. */
const MAX_HELD = 64 * 1_024;
/** No secret in any encoding is longer than this. */
const MAX_FORM = 16 * 1_024;
/** How many places are tried for a cut through a text that repeats itself. */
const MAX_CUTS = 512;
const HIDDEN = '[secret]';

/**
 * Makes a redactor for one stream. Text that could be the beginning of a secret waits for what follows.
 *
 *     chunks   "… token=hunt" "er2 ok\n"
 *     shown    "… token="     "[secret] ok\n"
 */
export function createStreamRedactor(redactor: Pick<Redactor, 'redactText' | 'openEnd'>): StreamRedactor {
  const decoder = new TextDecoder();
  let held = '';

  return {
    write(chunk) {
      held += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      const cut = safeCut(redactor, held);
      if (cut === undefined) {
        held = '';
        return HIDDEN;
      }
      const shown = redactor.redactText(held.slice(0, cut));
      held = held.slice(cut);
      return shown;
    },
    end() {
      const rest = redactor.redactText(held + decoder.decode());
      held = '';
      return rest;
    },
  };
}

/** How much of a text may be shown before more of it is known; undefined if nobody can tell and it is too much to wait. */
function safeCut(redactor: Pick<Redactor, 'redactText' | 'openEnd'>, text: string): number | undefined {
  const open = redactor.openEnd(text);
  if (open < text.length || text.length <= MAX_HELD) return text.length - open;
  // A secret such as "aaaaaaaa" in a flood of that letter: a cut between two secrets is near.
  const whole = redactor.redactText(text);
  const last = text.length - MAX_FORM;
  for (let cut = last; cut > last - MAX_CUTS; cut -= 1) {
    if (redactor.redactText(text.slice(0, cut)) + redactor.redactText(text.slice(cut)) === whole) return cut;
  }
  return undefined;
}
