/** A step that the worker passes while it is well. */
export const alive = { action: 'echo', named: { value: 'alive' }, gives: 'alive' } as const;
