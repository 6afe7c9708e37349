import { blockStoreSuite } from '../testing/block-store-suite.js';
import { createMemoryBlockStore } from './create-memory-block-store.js';

blockStoreSuite('memory', async (options) => {
  const store = createMemoryBlockStore(options);
  return { store, close: () => store.close() };
});
