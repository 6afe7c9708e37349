/** Styles that names can be given. */
export const keyStyles = Object.freeze(['keep', 'dots', 'snake', 'camel'] as const);
export type KeyStyle = (typeof keyStyles)[number];
