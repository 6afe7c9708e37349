/** Requests about the session that a tool may make of every application. */
export const IntentType = Object.freeze({
  END_VOICE_SESSION: 'END_VOICE_SESSION',
  SUPPRESS_AUDIO: 'SUPPRESS_AUDIO',
  SUPPRESS_TRANSCRIPT: 'SUPPRESS_TRANSCRIPT',
  SET_PENDING_MESSAGE: 'SET_PENDING_MESSAGE',
} as const);
export type IntentType = (typeof IntentType)[keyof typeof IntentType];

/**
 * The fields of each intent. Open to declaration merging, for those of an application's own:
 *
 *     declare module '@helve/core' { interface IntentFields { OPEN_PAGE: { readonly url: string } } }
 */
export interface IntentFields {
  END_VOICE_SESSION: { readonly after?: 'current_turn' | 'immediate' | 'farewell_spoken' };
  SUPPRESS_AUDIO: { readonly value?: boolean };
  SUPPRESS_TRANSCRIPT: { readonly value?: boolean };
  SET_PENDING_MESSAGE: { readonly message: string };
}

/** One intent, by its type. */
export type IntentOf<Type extends keyof IntentFields> = { readonly type: Type } & IntentFields[Type];

export type Intent = { [Type in keyof IntentFields]: IntentOf<Type> }[keyof IntentFields];
