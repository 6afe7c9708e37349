/** File descriptors of a worker's two channels. */
export const MAIN_FD = 3;
export const CONTROL_FD = 4;
