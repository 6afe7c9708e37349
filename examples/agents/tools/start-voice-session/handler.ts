import { contextHandler, ToolError, type Intent, type HandlerFacts } from '@helve/core';

interface Arguments {
  readonly topic?: string;
}

/** Facts from the application about its voice agent. */
export interface VoiceCapability {
  readonly url: string;
}

/** An invitation, no connection: the person opens the address when they like. */
export const execute = contextHandler(({ args, capabilities }: HandlerFacts<Arguments>) => {
  const voice = capabilities['voice'] as VoiceCapability | undefined;
  if (voice === undefined) throw new ToolError('PERMANENT', 'Cannot start a call: there is no voice agent to talk to');
  const { topic } = args;
  const intents: Intent[] =
    topic === undefined ? [] : [{ type: 'SET_PENDING_MESSAGE', message: `[A call was offered, about: ${topic}]` }];
  return { ok: true, data: { url: voice.url, ...(topic === undefined ? {} : { topic }) }, intents };
});
