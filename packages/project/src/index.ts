export type { LazyStore } from './caller/lazy-store.js';
export { openApprovals } from './caller/open-approvals.js';
export { openCaller, type ProjectCaller, type OpenCallerOptions } from './caller/open-caller.js';
export { missingInput, replay, type MissingInput, type Replay } from './caller/replay.js';
export { createWholeOutput } from './caller/whole-output.js';
export type { HelveConfig, ResolvedConfig } from './config/config-keys.js';
export type { ConfiguredTool } from './config/tools-key.js';
export type { ConfigOverride } from './config/config-override.js';
export { defineConfig } from './config/define-config.js';
export type { PluginProject } from './plugin/load-plugins.js';
export { describeConfigKeys } from './config/describe-config.js';
export { configFilesIn } from './config/find-config.js';
export { checkIgnore, defaultFlowPaths } from './config/flow-keys.js';
export type { Dependencies, Governance, StoreLocation } from './config/caller-keys.js';
export { loadConfig } from './config/load-config.js';
export { jsonTemplate, typeScriptTemplate } from './config/templates.js';
export { makeFolder } from './file/make-folder.js';
export { writeFileAtomic } from './file/write-file-atomic.js';
export { findProjectTool } from './find-project-tool.js';
export { describeThrown } from './module/describe-thrown.js';
export { openProject, openFlows, loadStore, type Project, type ProjectLocation } from './open-project.js';
export { processMark } from './process/leftovers.js';
export {
  countProblems,
  didYouMean,
  projectErrors,
  type ProblemDetail,
  type ProjectErrorCode,
} from './project-errors.js';
export type { CollectedTool } from './registry/collect-tools.js';
export { findTool } from './registry/find-tool.js';
export { toolScope } from './registry/tool-scope.js';
export { serveFlowThread } from './serve-flow-thread.js';
