import { reservedFlags } from '@helve/flow/engine';

/** Values that Vite writes into the page, which imports no code of other packages. */
export const pageConstants = { CALL_FLAGS: [...reservedFlags.call] };
