import {
  createBlockStore,
  createMemoryBlockStore,
  createMemoryEngine,
  fileIo,
  runFlow,
  runUnits,
} from '@helve/flow/engine';
import { describe, expect, test } from 'vitest';

const invalid = (message: string) => expect.objectContaining({ code: 'FLOW_OPTION_INVALID', message });

/** Calls a function with options that its types would refuse. */
async function refusalOf(call: (options: never) => unknown, options: object): Promise<unknown> {
  try {
    await call(options as never);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('options of flow', () => {
  const plan = {} as never;
  const io = { documents: [] };
  const tools = { create: () => undefined };

  test('runFlow refuses misspelt, missing and wrong ones before it begins', async () => {
    const run = (options: never) => runFlow(plan, io, options);
    expect(await refusalOf(run, { tools, keepgoing: true })).toEqual(
      invalid('Cannot run the flow: unknown option "keepgoing"'),
    );
    expect(await refusalOf(run, {})).toMatchObject({ message: expect.stringContaining('option "tools" is missing') });
    expect(await refusalOf(run, { tools, concurrency: 0 })).toMatchObject({
      message: expect.stringContaining('option "concurrency" is 0'),
    });
  });

  test.each<[string, (options: never) => unknown]>([
    ['open the files', fileIo],
    ['run units', (options) => runUnits({} as never, options)],
    ['create the engine', createMemoryEngine],
    ['create the block store', (options) => createBlockStore({} as never, options)],
    ['create the block store', createMemoryBlockStore],
  ])('Cannot %s with an option that does not exist', async (action, call) => {
    expect(await refusalOf(call, { nothing: 1 })).toEqual(invalid(`Cannot ${action}: unknown option "nothing"`));
  });
});
