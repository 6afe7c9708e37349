import { aBoolean, aFunction } from '@helve/core/options';
import { checkFlowOptions } from '../check-flow-options.js';
import type { BlockStore, BlockTable, StoreScope } from '../contract/store.js';
import { BlockSession } from './block-session.js';
import { storeError } from './store-error.js';

export interface BlockStoreOptions {
  /** Nothing can be written; what tools cache is dropped. */
  readonly readOnly?: boolean;
  /** The time that revisions carry, in milliseconds. */
  readonly now?: () => number;
}

/** A block store over versioned rows, wherever they are kept. */
export function createBlockStore(table: BlockTable, options: BlockStoreOptions = {}): BlockStore {
  checkFlowOptions('create the block store', options, { readOnly: aBoolean, now: aFunction });
  const { readOnly = false, now = Date.now } = options;
  const { remote, persistent } = table;
  let closed = false;
  const assertOpen = (action: string) => {
    if (closed) throw storeError(action, 'closed');
  };

  return {
    capabilities: Object.freeze({ randomAccess: true, concurrent: true, remote, writable: !readOnly, persistent }),

    async begin(scope: StoreScope = {}) {
      assertOpen('start a session');
      const latest = await table.latest();
      const { revision = latest } = scope;
      if (!Number.isInteger(revision) || revision < 0 || revision > latest) {
        throw storeError(`read revision ${revision}`, 'not-found');
      }
      const writable = !readOnly && scope.revision === undefined;
      return new BlockSession({ table, scope, revision, writable, assertOpen, now });
    },

    async revisions() {
      assertOpen('list revisions');
      return table.revisions();
    },

    async close() {
      if (closed) return;
      closed = true;
      await table.close();
    },
  };
}
