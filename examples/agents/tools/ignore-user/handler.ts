import { contextHandler, ToolError, type Intent, type HandlerFacts } from '@helve/core';

interface Arguments {
  readonly duration_seconds: number;
  readonly farewell_message?: string;
}

/** Right that the application gives this tool: to keep somebody out for a time. */
export interface BlockCapability {
  block(sessionId: string, untilMs: number): void;
}

/** Says who is ignored and until when; ending the conversation is an intent, which the session carries out. */
export const execute = contextHandler(({ args, session, capabilities, meta }: HandlerFacts<Arguments>) => {
  if (session['isActive'] === false)
    throw new ToolError('SESSION_INACTIVE', 'Cannot ignore the user: the session is over');
  const untilMs = Date.now() + args.duration_seconds * 1_000;
  const list = capabilities['block'] as BlockCapability | undefined;
  if (meta.sessionId !== undefined) list?.block(meta.sessionId, untilMs);
  const intents: Intent[] = meta.mode === 'text' ? [] : [{ type: 'END_VOICE_SESSION', after: 'current_turn' }];
  return {
    ok: true,
    data: {
      ignored_until: new Date(untilMs).toISOString(),
      farewell_message: args.farewell_message ?? 'This conversation ends here.',
      blocked: list !== undefined && meta.sessionId !== undefined,
    },
    intents,
  };
});
