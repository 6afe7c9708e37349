export { createGateway, type Gateway } from './create-gateway.js';
export { gatewayErrors } from './gateway-errors.js';
export {
  gatewayDefaults,
  type ErrorContext,
  type GatewayOptions,
  type StartGatewayOptions,
} from './gateway-options.js';
export { createApiKey, type ApiKeyFacts } from './auth/api-key.js';
export type { AuthOptions } from './auth/authenticate.js';
export type { JwtOptions } from './auth/jwt-user.js';
export { areas, areaScopes, holdsScope, scopeOf, type Area } from './auth/access.js';
export type { Grants, GrantObstacle } from './auth/grants.js';
export { createStartToken, startTokenHeader } from './auth/start-token.js';
export type { SeenTools } from './auth/tools-for.js';
export type { McpOptions, McpPrompt, McpResource, McpTemplate } from './mcp/mcp-options.js';
export type { DefinitionChange, DefinitionApprovals } from './mcp-client/definition-approvals.js';
export type { ForeignCall, ForeignProgress, ForeignServer } from './mcp-client/foreign-server.js';
export { connectHttpServer, type HttpServerOptions } from './mcp-client/http-server.js';
export {
  changedParts,
  definitionDigest,
  isDefinition,
  toDefinition,
  type McpDefinition,
} from './mcp-client/mcp-definition.js';
export { createMcpExecutePort, type McpExecuteOptions } from './mcp-client/mcp-execute-port.js';
export { toolsFromMcp, type McpTools, type McpToolsOptions } from './mcp-client/tools-from-mcp.js';
export type { OpenApiOptions } from './open-api-client/open-api-options.js';
export { definitionsFromOpenApi, toolsFromOpenApi } from './open-api-client/tools-from-open-api.js';
export { createMcpChanges, type McpChange, type McpChanges } from './mcp/session/mcp-changes.js';
export { mcpPeer, type McpPeer } from './mcp/call/peer.js';
export { mcpQuestion } from './mcp/call/question.js';
export type { McpStdio, StdioClient } from './mcp/stdio/serve-mcp-stdio.js';
export { openMcpStdio } from './mcp/stdio/open-mcp-stdio.js';
export { toListenError } from './http/listen-error.js';
export type { Approval, Approvals, ApprovalWord, ResumeCall } from './port/approvals.js';
export type { ChatRow, Chats } from './port/chats.js';
export type { FlowEvent, FlowRequest, FlowRow, FlowRun, FlowRuns, WatchOptions } from './port/flow-runs.js';
export type {
  AdoptedCall,
  HandedCall,
  JobDetails,
  JobEvent,
  JobQuery,
  JobResult,
  JobRow,
  Jobs,
  JobUnitRow,
  JobViewer,
  NewCalls,
} from './port/jobs.js';
export type { DoorCall } from './auth/call-for.js';
export type { TrailReader } from './port/trail-reader.js';
export type {
  WorkerConfig,
  WorkerEnv,
  WorkerJob,
  WorkerLogLine,
  WorkerLogQuery,
  WorkerOption,
  WorkerProcess,
  WorkerRow,
  Workers,
  WorkerVariable,
} from './port/workers.js';
export type { Voice, Voices, VoiceStart } from './port/voices.js';
export { startGateway, type RunningGateway } from './start-gateway.js';
