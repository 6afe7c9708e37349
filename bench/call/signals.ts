import { callTool, invokeTool, type ToolHook, type ToolInvokeContext, type ToolRecord } from '@helve/core';
import type { Variants } from '../kit/run-variants.js';
import { perCall } from '../measure.js';

interface SignalBench {
  readonly tool: ToolRecord;
  readonly input: object;
  readonly calls: number;
}

type Line = 'invokeTool' | 'callTool';
type Signal = 'respond' | 'abort';
type Gate = (ctx: ToolInvokeContext) => void;

/**
 * A gate that answers or refuses. V8 counts returns to find what is worth compiling, so a hook that never returns is never
 * compiled: the rows that have let many calls pass before show what a rule costs that is asked every day.
 */
export function signalVariants(bench: SignalBench): Variants {
  const lines: readonly Line[] = ['invokeTool', 'callTool'];
  return Object.assign(
    {
      'V8: throw and catch, nothing else': () => perCall(bench.calls, () => caught(raise))(),
      'V8: the same out of a method that a hook calls': () => perCall(bench.calls, () => caught(leave))(),
    },
    ...lines.map((line) => ({
      [`${line}, respond in willAuthorize`]: () => signalled(bench, line, 'respond'),
      [`${line}, abort in willAuthorize`]: () => signalled(bench, line, 'abort'),
      [`${line}, respond after many calls that pass`]: () => signalledLater(bench, line, 'respond'),
      [`${line}, abort after many calls that pass`]: () => signalledLater(bench, line, 'abort'),
      [`V8: ${line}, no hooks, and such a throw beside it`]: () => besideThrow(bench, line),
    })),
  ) as Variants;
}

function signalled({ tool, input, calls }: SignalBench, line: Line, signal: Signal): Promise<number> {
  const gates: { readonly [S in Signal]: Gate } = {
    respond: (ctx) => ctx.respond({ sum: 3 }),
    abort: (ctx) => ctx.abort('no'),
  };
  const call = caller(line, tool, input, Object.freeze([{ willAuthorize: gates[signal] }]));
  return perCall(calls, line === 'invokeTool' && signal === 'abort' ? unlessRefused(call) : call)();
}

async function signalledLater({ tool, input, calls }: SignalBench, line: Line, signal: Signal): Promise<number> {
  let passes = true;
  const gates: { readonly [S in Signal]: Gate } = {
    respond: (ctx) => (passes ? undefined : ctx.respond({ sum: 3 })),
    abort: (ctx) => (passes ? undefined : ctx.abort('no')),
  };
  const call = caller(line, tool, input, Object.freeze([{ willAuthorize: gates[signal] }]));
  await perCall(calls, call)();
  passes = false;
  return perCall(calls, line === 'invokeTool' && signal === 'abort' ? unlessRefused(call) : call)();
}

/** An envelope says so; a call that throws is caught by whoever made it. */
function unlessRefused(call: () => Promise<unknown>): () => Promise<unknown> {
  return () => call().catch(() => undefined);
}

function caller(line: Line, tool: ToolRecord, rawInput: object, hooks?: readonly ToolHook[]): () => Promise<unknown> {
  return line === 'callTool' ? () => callTool({ tool, rawInput, hooks }) : () => invokeTool({ tool, rawInput, hooks });
}

const thrown = Object.freeze({ kind: 'signal' });

/** As much of a context as it takes to leave a hook. */
class Exit {
  value: unknown = undefined;

  leave(value: unknown): never {
    this.value = value;
    // oxlint-disable-next-line typescript/only-throw-error -- signals are no errors either
    throw thrown;
  }
}

const exit = new Exit();
const raise = (): never => {
  // oxlint-disable-next-line typescript/only-throw-error -- the same
  throw thrown;
};
const leave = (by: Exit): never => by.leave({ sum: 3 });

/** What V8 alone takes to leave a hook by a throw. */
function caught(hook: (by: Exit) => never): unknown {
  try {
    return hook.call(exit, exit);
  } catch (signal) {
    return signal;
  }
}

/** The call that is answered in full, and a throw that has nothing to do with it: what no signal that is thrown can beat by much. */
function besideThrow({ tool, input, calls }: SignalBench, line: Line): Promise<number> {
  const call = caller(line, tool, input);
  return perCall(calls, () => {
    caught(leave);
    return call();
  })();
}
