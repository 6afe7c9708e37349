import { defineErrors } from '@helve/core';

/** The errors of stores. */
export const storeErrors = defineErrors('store', {
  STORE_OPTION_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot open the store: {problem}',
    docs: 'Correct the options of the store',
  },
  STORE_FILE_UNUSABLE: {
    type: 'INTERNAL',
    message: 'Cannot open "{path}": {problem}',
    docs: 'Choose a path that is a file, or none yet, in a folder that this user may write',
  },
  STORE_FILE_NOT_DATABASE: {
    type: 'INTERNAL',
    message: 'Cannot open "{path}": it is not a SQLite database',
    docs: 'Choose another path, or move the file away; it was not changed',
  },
  STORE_FILE_FOREIGN: {
    type: 'INTERNAL',
    message: 'Cannot open "{path}": it is a database of something else',
    docs: 'Give the store a file of its own; this one was not changed',
  },
  STORE_DAMAGED: {
    type: 'INTERNAL',
    message: 'Cannot use "{database}": the database is damaged',
    docs: 'Restore the database from a backup; look for a failing disk',
  },
  STORE_SCHEMA_NEWER: {
    type: 'INTERNAL',
    message: 'Cannot open "{database}": its schema has version {found}, this Helve knows versions up to {known}',
    docs: 'Use the newer Helve that wrote it, or another store; nothing was changed',
  },
  STORE_DISK_FULL: {
    type: 'TRANSIENT',
    message: 'Cannot write to "{database}": the disk is full',
    docs: 'Free some space, then call again',
  },
  STORE_BUSY: {
    type: 'TRANSIENT',
    message: 'Cannot use "{database}": somebody else has been holding it for too long',
    docs: 'Try again; if it stays so, look for a process that keeps a transaction open',
  },
  STORE_UNREACHABLE: {
    type: 'TRANSIENT',
    message: 'Cannot reach Postgres at "{database}": {problem}',
    docs: 'Check that the server runs and that the address is right',
  },
  STORE_LOGIN_REFUSED: {
    type: 'INTERNAL',
    message: 'Cannot open "{database}": Postgres refused the login or the database',
    docs: 'Check user, password and database name of the connection string',
  },
  STORE_FORBIDDEN: {
    type: 'INTERNAL',
    message: 'Cannot use "{database}": this user lacks a permission there',
    docs: 'Let the user create the schema `helve`, or create it as its owner beforehand',
  },
  STORE_DRIVER_MISSING: {
    type: 'INTERNAL',
    message: 'Cannot open a Postgres store: the package "pg" cannot be loaded',
    docs: 'Install it beside Helve: npm install pg',
  },
  STORE_TRAIL_CUT: {
    type: 'INTERNAL',
    message: 'Cannot write to the trail: {problem}',
    docs: 'Somebody changed the store or its key, or put others in their place: see `helve trail verify`. Restore them, or say that it is right with `helve trail verify --accept`; then restart servers',
  },
  STORE_TRAIL_KEY_UNUSABLE: {
    type: 'INTERNAL',
    message: 'Cannot sign the trail: its key cannot be used: {problem}',
    docs: 'Give `store.trailKey` a file with a secret of 32 characters or more, or with an Ed25519 private key in PEM',
  },
  STORE_RECORD_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot keep the record of request "{request}": {problem}',
    docs: 'Records hold plain JSON data; the part that is named does not',
  },
  STORE_CONFIG_CORRUPT: {
    type: 'INTERNAL',
    message: 'Cannot read the record of instance "{instance}": {problem}',
    docs: 'Restore the record from a backup, or delete it and configure the instance again',
  },
  STORE_CLOSED: {
    type: 'INTERNAL',
    message: 'Cannot use "{database}": the store is closed',
    docs: 'Close the store after the last call has been answered',
  },
  STORE_FAILED: {
    type: 'TRANSIENT',
    message: 'Cannot use "{database}": the database failed ({reason})',
    docs: 'The cause of this error has what the database said',
  },
});
