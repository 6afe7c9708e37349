import type { RegistrySnapshot, ToolContract, ToolRecord } from '@helve/core';
import type { ToolIndex } from '@helve/agent';
import { gatewayErrors } from '../gateway-errors.js';
import { toJsonOutbound, type Outbound } from '../http/outbound.js';

const maxFound = 20;
const maxLength = 500;

/** Creates a search for tools, best first, with the index that also chooses tools for a model. */
export function createToolSearch(): (tools: RegistrySnapshot, question: string) => Promise<Outbound> {
  const indexes = new WeakMap<readonly ToolContract[], Promise<ToolIndex<ToolRecord>>>();
  return async (tools, question) => {
    if (question.length > maxLength) throw tooLong();
    const contracts = tools.contracts();
    let index = indexes.get(contracts);
    if (index === undefined) indexes.set(contracts, (index = openIndex(tools)));
    const picked = await (await index).pick(question, { maxCandidates: maxFound, allowUnsafe: true });
    const byId = new Map(contracts.map((contract) => [contract.id, contract]));
    const found = picked.map(({ tool }) => byId.get(tool.id)).filter((contract) => contract !== undefined);
    return toJsonOutbound(JSON.stringify({ tools: found, version: tools.version }));
  };
}

/** Loads the index with the first question: a gateway that nobody searches starts without it. */
async function openIndex(tools: RegistrySnapshot): Promise<ToolIndex<ToolRecord>> {
  const { createToolIndex } = await import('@helve/agent');
  return createToolIndex(tools);
}

function tooLong(): Error {
  return gatewayErrors.create('GATEWAY_QUERY_INVALID', { problem: `"q" is longer than ${maxLength} characters` });
}
