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
    docs: 'Choose a file, existing or new, in a folder that this user can write',
  },
  STORE_FILE_NOT_DATABASE: {
    type: 'INTERNAL',
    message: 'Cannot open "{path}": it is not a SQLite database',
    docs: 'Choose another path, or move the file away; it was not changed',
  },
  STORE_FILE_FOREIGN: {
    type: 'INTERNAL',
    message: 'Cannot open "{path}": it belongs to another program',
    docs: 'Use a separate file for the store; this one was not changed',
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
    message: 'Cannot use "{database}": another process has locked it for too long',
    docs: 'Try again; if it persists, look for a process that keeps a transaction open',
  },
  STORE_UNREACHABLE: {
    type: 'TRANSIENT',
    message: 'Cannot reach Postgres at "{database}": {problem}',
    docs: 'Check that the server runs and that the address is correct',
  },
  STORE_LOGIN_REFUSED: {
    type: 'INTERNAL',
    message: 'Cannot open "{database}": Postgres refused the login or the database',
    docs: 'Check user, password and database name of the connection string',
  },
  STORE_FORBIDDEN: {
    type: 'INTERNAL',
    message: 'Cannot use "{database}": this user lacks a permission',
    docs: 'Allow the user to create the schema `helve`, or create it beforehand with the user as its owner',
  },
  STORE_DRIVER_MISSING: {
    type: 'INTERNAL',
    message: 'Cannot open a Postgres store: the package "pg" cannot be loaded',
    docs: 'Install it beside Helve: npm install pg',
  },
  STORE_ENGINE_DRIVER_MISSING: {
    type: 'INTERNAL',
    message: 'Cannot reach other machines: the package "{package}" cannot be loaded',
    docs: 'Install what an engine on many machines needs beside Helve: npm install bullmq ioredis pg',
  },
  STORE_BLOB_TOO_LARGE: {
    type: 'PERMANENT',
    message: 'Cannot store a blob of more than {mebibytes} MiB in Postgres',
    docs: 'Keep blobs in a folder that all machines share, or in a bucket',
  },
  STORE_BUCKET_UNUSABLE: {
    type: 'TRANSIENT',
    message: 'Cannot use the bucket "{bucket}" at "{endpoint}": {problem}',
    docs: 'See that the bucket exists, that its keys may read, write and delete in it, and that the region is right',
  },
  STORE_REDIS_UNUSABLE: {
    type: 'INTERNAL',
    message: 'Cannot use Redis at "{server}": {problem}',
    docs: 'See that it runs and can be reached, and set: maxmemory-policy noeviction, appendonly yes',
  },
  STORE_TRAIL_CUT: {
    type: 'INTERNAL',
    message: 'Cannot write to the trail: {problem}',
    docs: 'The store or its key was changed or replaced: see `helve trail verify`. Restore it, or accept the current state with `helve trail verify --accept`; then restart servers',
  },
  STORE_TRAIL_KEY_UNUSABLE: {
    type: 'INTERNAL',
    message: 'Cannot sign the trail: the key "{file}" cannot be used: {problem}',
    docs: 'Set `store.trailKey` to a file with a secret of 32 characters or more, or with an Ed25519 private key in PEM',
  },
  STORE_RECORD_INVALID: {
    type: 'INTERNAL',
    message: 'Cannot store the record of request "{request}": {problem}',
    docs: 'Records hold plain JSON data; remove the part that is not',
  },
  STORE_CONFIG_CORRUPT: {
    type: 'INTERNAL',
    message: 'Cannot read the record of instance "{instance}": {problem}',
    docs: 'Restore the record from a backup, or delete it and configure the instance again',
  },
  STORE_BLOB_UNKNOWN: {
    type: 'NOT_FOUND',
    message: 'Cannot open the blob "{blob}": it is not there',
    docs: 'Blobs go with the job that needed them; run it again, or restore the blob store from its backup',
  },
  STORE_CLOSED: {
    type: 'INTERNAL',
    message: 'Cannot use "{database}": the store is closed',
    docs: 'Close the store after the last call has ended',
  },
  STORE_FAILED: {
    type: 'TRANSIENT',
    message: 'Cannot use "{database}": the database failed ({reason})',
    docs: 'The cause of this error contains the error of the database',
  },
});
