import { ownerOf } from '@helve/core';
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ClientCapabilities,
  type InputRequests,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ClientContext } from './client-context.js';
import type { McpSender, McpHost } from '../mcp-host.js';
import type { McpPeer } from './peer.js';
import type { RequestState } from './request-state.js';

/** Input that a retried call brings back: answers to its questions, and its state. */
export interface RetryInput {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly state?: string;
  readonly approval?: string;
  /** The call that goes on with the answers. */
  readonly asked?: string;
}

/** Reads the input of a retry; a state that was made for something or somebody else is refused. */
export function readRetryInput(ctx: ServerContext, purpose: string, { user }: McpSender): RetryInput {
  const answers = ctx.mcpReq.inputResponses ?? {};
  const sealed = ctx.mcpReq.requestState<RequestState>();
  if (sealed === undefined) return { answers };
  if (sealed.for !== purpose || sealed.owner !== ownerOf(user)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  }
  const { state, approval, asked } = sealed;
  return {
    answers,
    ...(state === undefined ? {} : { state }),
    ...(approval === undefined ? {} : { approval }),
    ...(asked === undefined ? {} : { asked }),
  };
}

export function toPeer(client: ClientContext, { user }: McpSender, { answers, state }: RetryInput): McpPeer {
  const { capabilities, log, comeBackLater } = client;
  return Object.freeze({ user, capabilities, answers, state, log, comeBackLater });
}

/** Creates the result that asks the client; the state for the retry goes along, sealed. */
export function toInputRequired(
  host: McpHost,
  { user }: McpSender,
  purpose: string,
  requests: InputRequests,
  stored: Pick<RetryInput, 'state' | 'approval' | 'asked'>,
): InputRequiredResult {
  const isKept = Object.keys(stored).length > 0;
  return {
    resultType: 'input_required',
    inputRequests: requests,
    ...(isKept ? { requestState: host.seal.seal({ ...stored, for: purpose, owner: ownerOf(user) }) } : {}),
  };
}

const needed: { readonly [method: string]: keyof ClientCapabilities } = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Refuses questions that the client has not declared it can answer. */
export function assertAnswerable(requests: InputRequests, capabilities: ClientCapabilities): void {
  for (const { method } of Object.values(requests)) {
    const need = needed[method];
    if (need === undefined || capabilities[need] !== undefined) continue;
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { [need]: {} } });
  }
}
