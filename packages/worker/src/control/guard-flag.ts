/** The first argument of a runner that is to watch over a command. */
export const GUARD_FLAG = '--guard';
