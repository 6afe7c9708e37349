import { contextHandler, ToolError, type HandlerFacts } from '@helve/core';

interface Arguments {
  readonly farewell?: string;
  readonly immediate?: boolean;
}

/** Hanging up is for the session to do: the tool only says that it should, and when. */
export const execute = contextHandler(({ args, session }: HandlerFacts<Arguments>) => {
  if (session['isActive'] === false) throw new ToolError('SESSION_INACTIVE', 'Cannot end the session: it is over');
  const immediate = args.immediate === true;
  return {
    ok: true,
    data: {
      ending: immediate ? 'now' : 'after this turn',
      ...(args.farewell === undefined ? {} : { farewell: args.farewell }),
    },
    intents: [{ type: 'END_VOICE_SESSION', after: immediate ? 'immediate' : 'current_turn' }],
  };
});
