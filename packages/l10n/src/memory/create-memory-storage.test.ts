import { describeTmStorage } from '../testing/describe-tm-storage.js';
import { createMemoryStorage } from './create-memory-storage.js';

describeTmStorage('memory', async () => createMemoryStorage());
