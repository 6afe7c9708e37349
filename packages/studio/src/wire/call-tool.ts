import { sendRequest } from './send-request.js';
import { GatewayError } from './gateway-error.js';
import { readEvents } from './read-events.js';
import type { Envelope } from './wire.js';

/** Progress of a call, as its tool counts it. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** Listener for the events of a running call. */
export interface CallListener {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onOutput: (text: string) => void;
}

type Heard = Pick<CallListener, 'onProgress' | 'onOutput'>;

/** Outcome of a call. */
export interface CallOutcome {
  readonly envelope: Envelope;
  /** Id of its request in the trail. */
  readonly requestId: string | undefined;
}

/** Calls a tool, and listens to its progress where the gateway streams. */
export async function callTool(tool: string, input: unknown, watch: CallListener): Promise<CallOutcome> {
  const { signal } = watch;
  return readOutcome(
    await sendRequest(`/v1/tools/${encodeURIComponent(tool)}/call`, {
      method: 'POST',
      body: input,
      headers: { accept: 'text/event-stream, application/json' },
      signal,
    }),
    watch,
  );
}

/** Reads the outcome of a call from its response, streamed or not. */
export async function readOutcome(answer: Response, watch: Heard): Promise<CallOutcome> {
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  const streams = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const body: unknown = streams && answer.body !== null ? await readLast(answer.body, watch) : await answer.json();
  if (!isEnvelope(body)) throw new GatewayError(answer.status, body);
  return { envelope: body, requestId };
}

async function readLast(stream: ReadableStream<Uint8Array>, { onProgress, onOutput }: Heard): Promise<unknown> {
  for await (const { name, data } of readEvents(stream)) {
    const body: unknown = JSON.parse(data);
    if (name === 'envelope' || name === 'problem') return body;
    if (name === 'progress') onProgress(body as Progress);
    if (name === 'chunk') onOutput(toText((body as { readonly chunk: unknown }).chunk));
  }
  return { detail: 'The stream ended before the call did' };
}

/** Joins chunks: texts as they are, anything else on a line of its own. */
function toText(chunk: unknown): string {
  return typeof chunk === 'string' ? chunk : `${JSON.stringify(chunk)}\n`;
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'ok' in body && typeof body.ok === 'boolean';
}
