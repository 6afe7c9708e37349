/** Where a worker finds its two channels. */
export const MAIN_FD = 3;
export const CONTROL_FD = 4;
