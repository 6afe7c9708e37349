export { createGateway, type Gateway } from './create-gateway.js';
export { gatewayErrors } from './gateway-errors.js';
export { gatewayDefaults, type ErrorPlace, type GatewayOptions, type StartGatewayOptions } from './gateway-options.js';
export type { Approval, Approvals, ResumeCall } from './port/approvals.js';
export type { TrailReader } from './port/trail-reader.js';
export { startGateway, type RunningGateway } from './start-gateway.js';
