import type { BlockStore } from '../contract/store.js';
import { createBlockStore, type BlockStoreOptions } from './create-block-store.js';
import { createMemoryBlockTable } from './create-memory-block-table.js';

/** A block store that lives as long as the process. */
export function createMemoryBlockStore(options: BlockStoreOptions = {}): BlockStore {
  return createBlockStore(createMemoryBlockTable(), options);
}
