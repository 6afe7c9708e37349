import { useCallback, useRef, useState } from 'react';
import type { CallOutcome, CallListener, Progress } from '../wire/call-tool.js';
import { describeFailure } from '../wire/gateway-error.js';

/** State of a call. */
export type CallState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'noted'; readonly text: string }
  | { readonly kind: 'running'; readonly progress: Progress | undefined; readonly output: string }
  | { readonly kind: 'ended'; readonly end: CallOutcome; readonly output: string; readonly elapsedMs: number }
  | { readonly kind: 'failed'; readonly message: string; readonly output: string };

/** Runs calls, one after the other, and shows their state. */
export interface CallControl {
  readonly state: CallState;
  readonly run: (make: (watch: CallListener) => Promise<CallOutcome>) => Promise<CallOutcome | undefined>;
  readonly stop: () => void;
  /** Shows a message in place of a result. */
  readonly note: (text: string) => void;
}

export function useCall(): CallControl {
  const [state, setState] = useState<CallState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);

  const run = useCallback(async (make: (watch: CallListener) => Promise<CallOutcome>) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const began = performance.now();
    let output = '';
    let progress: Progress | undefined;
    let frame = 0;
    /** Shows a state, unless the next call has begun. */
    const show = (next: CallState) => {
      cancelAnimationFrame(frame);
      frame = 0;
      if (running.current === stop) setState(next);
    };
    // However fast events come, the page renders once per frame.
    const tell = () => {
      frame ||= requestAnimationFrame(() => show({ kind: 'running', progress, output }));
    };
    const watch: CallListener = {
      signal: stop.signal,
      onProgress: (next) => {
        progress = next;
        tell();
      },
      onOutput: (text) => {
        output += text;
        tell();
      },
    };
    show({ kind: 'running', progress, output });
    try {
      const end = await make(watch);
      show({ kind: 'ended', end, output, elapsedMs: performance.now() - began });
      return end;
    } catch (failure) {
      const message = stop.signal.aborted ? 'Stopped: the tool was told to end' : describeFailure(failure);
      show({ kind: 'failed', message, output });
      return undefined;
    }
  }, []);

  return {
    state,
    run,
    stop: useCallback(() => running.current?.abort(), []),
    note: useCallback((text: string) => setState({ kind: 'noted', text }), []),
  };
}
