export { areaScopes, createApiKey } from '@helve/gateway';
export { assertPortFree } from './serve/assert-port-free.js';
export { serveMcp } from './serve/serve-mcp.js';
export { hostWorkers, startServer, type ProjectServer, type ServerRequest } from './serve/start-server.js';
