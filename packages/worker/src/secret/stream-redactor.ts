import type { Redactor } from '@helve/core';

/** Hides secrets in a stream of text, also across chunks. */
export interface StreamRedactor {
  /** Takes bytes or text and returns the clean text that is safe to show. */
  write(chunk: string | Uint8Array): string;
  /** Returns the rest when the stream has ended. */
  end(): string;
}

/** Maximum length of text held back while the end of a secret is unknown. */
const MAX_HELD = 64 * 1_024;
/** Maximum length of a secret in any encoding. */
const MAX_FORM = 16 * 1_024;
/** Maximum number of attempts to split a repetitive text. */
const MAX_CUTS = 512;
const HIDDEN = '[secret]';

/**
 * Creates a redactor for one stream. Text that could begin a secret waits for the next chunk.
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

/** Returns the length of text that can be shown before more is known; undefined when undecidable and too long to wait. */
function safeCut(redactor: Pick<Redactor, 'redactText' | 'openEnd'>, text: string): number | undefined {
  const open = redactor.openEnd(text);
  if (open < text.length || text.length <= MAX_HELD) return text.length - open;
  // A secret such as "aaaaaaaa" in a flood of that letter: a split between two secrets is near.
  const redacted = redactor.redactText(text);
  const last = text.length - MAX_FORM;
  for (let cut = last; cut > last - MAX_CUTS; cut -= 1) {
    if (redactor.redactText(text.slice(0, cut)) + redactor.redactText(text.slice(cut)) === redacted) return cut;
  }
  return undefined;
}
