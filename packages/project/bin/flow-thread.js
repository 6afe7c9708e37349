import { serveFlowThread } from '../dist/index.js';

await serveFlowThread();
