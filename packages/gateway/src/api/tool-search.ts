import type { RegistrySnapshot, ToolContract, ToolRecord } from '@helve/core';
import type { ToolIndex } from '@helve/agent';
import { gatewayErrors } from '../gateway-errors.js';
import { answerJson } from '../http/answer-envelope.js';

const maxFound = 20;
const maxLength = 500;

/** Answers a question with the tools that fit it, best first: by the index that chooses tools for a model. */
export function createToolSearch(): (tools: RegistrySnapshot, question: string) => Promise<Response> {
  const indexes = new WeakMap<readonly ToolContract[], Promise<ToolIndex<ToolRecord>>>();
  return async (tools, question) => {
    if (question.length > maxLength) throw tooLong();
    const contracts = tools.contracts();
    let index = indexes.get(contracts);
    if (index === undefined) indexes.set(contracts, (index = indexOf(tools)));
    const picked = await (await index).pick(question, { maxCandidates: maxFound, allowUnsafe: true });
    const byId = new Map(contracts.map((contract) => [contract.id, contract]));
    const found = picked.map(({ tool }) => byId.get(tool.id)).filter((contract) => contract !== undefined);
    return answerJson(JSON.stringify({ tools: found, version: tools.version }));
  };
}

/** Loaded with the first question: a door that nobody searches starts without it. */
async function indexOf(tools: RegistrySnapshot): Promise<ToolIndex<ToolRecord>> {
  const { createToolIndex } = await import('@helve/agent');
  return createToolIndex(tools);
}

function tooLong(): Error {
  return gatewayErrors.create('GATEWAY_QUERY_INVALID', { problem: `"q" is longer than ${maxLength} characters` });
}
