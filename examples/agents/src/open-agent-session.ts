import { createSession, type AgentSession, type Transport } from '@helve/agent';
import type { RegistrySnapshot } from '@helve/core';
import { turnPolicy } from '@helve/govern';
import type { Capabilities } from './capabilities.js';

/** Options of both agents; none of them names a tool. */
export interface AgentParts {
  readonly tools: RegistrySnapshot;
  readonly capabilities: Capabilities;
  /** Makes the connection of one session to its model. */
  readonly createTransport: () => Transport;
}

const instructions = {
  text: 'You are the assistant of the Lantern shop. Use tools instead of guessing, and say where an answer comes from.',
  voice: 'You are the voice of the Lantern shop. Answer in one or two short sentences. Use tools instead of guessing.',
};

/** The one session code of both agents: a conversation by text or by voice, under the rules of its mode. */
export function openAgentSession(
  { tools, capabilities, createTransport }: AgentParts,
  mode: 'text' | 'voice',
): AgentSession {
  return createSession({
    tools,
    mode,
    transport: createTransport(),
    policy: turnPolicy(),
    capabilities: { ...capabilities },
    instructions: instructions[mode],
  });
}
