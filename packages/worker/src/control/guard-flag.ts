/** First argument of a runner that guards a command. */
export const GUARD_FLAG = '--guard';
