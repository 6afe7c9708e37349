import { expect, test } from 'vitest';
import { callTool, defineTool, serializeResponse, toJsonResponse } from '../index.js';

async function answerOf(data: unknown) {
  return callTool({
    tool: defineTool({
      id: 'give',
      description: 'Gives a value',
      inputSchema: { type: 'object' },
      execute: () => data,
    }),
  });
}

test.each([
  [{ s: new Set([1]) }, '/s', 'it is a Set'],
  [{ a: [{ 'b/c': new Map([[1, 2]]) }] }, '/a/0/b~1c', 'it is a Map'],
  [new Uint8Array([1, 2]), '', 'it is bytes'],
  [[1, NaN], '/1', 'it is NaN'],
  [{ at: Infinity }, '/at', 'it is Infinity'],
  [{ at: new Date(NaN) }, '/at', 'it is an invalid date'],
  [{ run: () => 1 }, '/run', 'it is a function'],
  [{ id: 5n }, '/id', 'it is a big integer'],
  [[new Error('no')], '/0', 'it is an Error'],
])('toJsonResponse fails %o, which JSON would drop or change', async (data, pointer, problem) => {
  const response = toJsonResponse(await answerOf(data));
  expect(response).toMatchObject({
    ok: false,
    error: {
      message: expect.stringContaining(problem) as string,
      partialSideEffects: true,
      details: { code: 'CALL_OUTPUT_NOT_JSON', issues: [{ pointer }] },
    },
  });
  expect(JSON.parse(serializeResponse(await answerOf(data)))).toMatchObject({ ok: false });
});

test('toJsonResponse gives back what JSON can hold as it is', async () => {
  class Point {
    readonly x = 1;
  }
  const values = [
    null,
    undefined,
    'a',
    { at: new Date(0), p: new Point(), left: undefined, url: new URL('http://a/') },
  ];
  for (const data of values) {
    const response = await answerOf(data);
    expect(toJsonResponse(response)).toBe(response);
  }
});
