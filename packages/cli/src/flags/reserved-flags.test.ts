import { createCaller, ToolRegistry } from '@helve/core';
import { createGateway } from '@helve/gateway';
import { expect, test } from 'vitest';
import { callCommand } from '../command/call.js';
import { globalFlags } from '../command/command.js';
import { reservedFlags } from './reserved-flags.js';

test('reservedFlags names every flag of helve call', () => {
  for (const { name } of [...callCommand.flags, ...globalFlags]) expect(reservedFlags).toContain(name);
});

test('reservedFlags is the list by which the page of the gateway writes command lines', async () => {
  const gateway = createGateway({ caller: createCaller({ tools: new ToolRegistry() }) });
  const script = await (await gateway.fetch(new Request('http://localhost/assets/command-lines.js'))).text();
  const served = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    reservedFlags: ReadonlySet<string>;
  };
  expect([...served.reservedFlags].toSorted()).toEqual([...reservedFlags].toSorted());
});
