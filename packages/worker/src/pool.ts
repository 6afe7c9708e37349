export { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './pool/create-thread-pool.js';
