/** What a tool may ask the application to do with the session. */
export const IntentType = Object.freeze({
  END_VOICE_SESSION: 'END_VOICE_SESSION',
  SUPPRESS_AUDIO: 'SUPPRESS_AUDIO',
  SUPPRESS_TRANSCRIPT: 'SUPPRESS_TRANSCRIPT',
  SET_PENDING_MESSAGE: 'SET_PENDING_MESSAGE',
} as const);
export type IntentType = (typeof IntentType)[keyof typeof IntentType];

export type Intent =
  | { readonly type: 'END_VOICE_SESSION'; readonly after?: 'current_turn' | 'immediate' | 'farewell_spoken' }
  | { readonly type: 'SUPPRESS_AUDIO'; readonly value?: boolean }
  | { readonly type: 'SUPPRESS_TRANSCRIPT'; readonly value?: boolean }
  | { readonly type: 'SET_PENDING_MESSAGE'; readonly message: string };
