import { describe, expect, test } from 'vitest';
import { readOutcome, type Progress } from './call-tool.js';

const envelope = { ok: true, data: 7, intents: [], meta: { requestId: 'r' } };

function streamed(...events: readonly (readonly [string, unknown])[]): Response {
  const text = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'r1' } });
}

/** Reads the outcome of a response, with the events before it. */
async function hear(answer: Response) {
  const heard = { progress: [] as Progress[], output: '' };
  const end = await readOutcome(answer, {
    onProgress: (progress) => heard.progress.push(progress),
    onOutput: (text) => (heard.output += text),
  });
  return { ...heard, ...end };
}

describe('endOf', () => {
  test('hears progress and output on the way to the envelope', async () => {
    const heard = await hear(
      streamed(
        ['progress', { done: 1, total: 2 }],
        ['chunk', { chunk: 'one ' }],
        ['chunk', { chunk: { two: 2 } }],
        ['envelope', envelope],
      ),
    );
    expect(heard).toEqual({ progress: [{ done: 1, total: 2 }], output: 'one {"two":2}\n', envelope, requestId: 'r1' });
  });

  test('takes an envelope that came at once, whatever its status', async () => {
    const failed = { ...envelope, ok: false, error: { type: 'VALIDATION' } };
    expect(await hear(Response.json(failed, { status: 400 }))).toMatchObject({
      envelope: failed,
      requestId: undefined,
    });
  });

  test('throws what the door refused, streamed or not', async () => {
    const problem = { title: 'Too Many Requests', detail: 'Cannot call: too much at once', suggestion: 'Wait' };
    for (const answer of [streamed(['problem', problem]), Response.json(problem, { status: 429 })]) {
      await expect(hear(answer)).rejects.toMatchObject({
        message: 'Cannot call: too much at once',
        suggestion: 'Wait',
      });
    }
  });

  test('throws when the stream ends too early', async () => {
    await expect(hear(streamed(['progress', { done: 1 }]))).rejects.toThrow('The stream ended before the call did');
  });
});
