import { claimFunctions } from './claim-functions.js';
import { endFunctions } from './end-functions.js';
import { engineTables } from './engine-tables.js';
import { sweepFunctions } from './sweep-functions.js';
import { unitFunctions } from './unit-functions.js';
import { wakeFunctions } from './wake-functions.js';

/**
 * The journal as the database knows it. What changes many rows at once is a function of the database: one round trip,
 * one transaction, however many rows.
 */
export const engineMigration = [
  engineTables,
  unitFunctions,
  claimFunctions,
  endFunctions,
  wakeFunctions,
  sweepFunctions,
].join('\n');
