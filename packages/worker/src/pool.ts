export { processStart } from './supervisor/process-start.js';
export { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './pool/create-thread-pool.js';
