import type { CallJobFacts, CallJobs, HandedCallFacts } from '../contract/call-jobs.js';
import type { ToolResponse } from '../contract/tool-response.js';
import { callAfter } from '../time/call-after.js';
import type { InvokeOptions } from './invoke-options.js';

/** At once, or as soon as the call has taken so long. */
export type Background = true | { readonly afterMs: number };

type BackgroundCall = Partial<InvokeOptions> & { readonly background: Background };

/** Hands a call over to the jobs of its caller; one that is over in time is answered as ever. */
export async function callInBackground(
  jobs: CallJobs | undefined,
  { background, ...options }: BackgroundCall,
  make: (options: Partial<InvokeOptions>) => Promise<ToolResponse>,
): Promise<ToolResponse | ToolResponse<CallJobFacts>> {
  const unknown = { ...options, background };
  // Without jobs it is an option that nobody knows.
  if (jobs === undefined) return make(unknown);
  const facts = toFacts(options);
  if (background === true) return jobs.submit(facts, (call) => make({ ...options, ...call }));
  const response = make(options);
  return (await within(response, background.afterMs)) ?? jobs.adopt(facts, response);
}

function toFacts({
  tool,
  rawInput = {},
  user,
  call,
  sessionId,
  idempotencyKey,
}: Partial<InvokeOptions>): HandedCallFacts {
  const id = typeof tool === 'object' ? tool.id : (tool ?? 'unknown');
  return { tool: id, rawInput, user, call, sessionId, idempotencyKey };
}

/** The value of a promise that settles in time. */
function within<Value>(coming: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const stop = callAfter(ms, () => resolve(undefined));
    coming.then(resolve, reject).finally(stop);
  });
}
