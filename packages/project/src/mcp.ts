export { clientConfig, clientNames, type Served } from './mcp/client-config.js';
export { fittingTools, type FittingTools } from './mcp/fitting-tools.js';
export { compareTools, inspectServer } from './mcp/inspect-server.js';
export { knownServer } from './mcp/known-server.js';
export { changeServers, readServers, type ServerAddress, type ServerEntry } from './mcp/mcp-file.js';
export { withServers } from './mcp/with-servers.js';
