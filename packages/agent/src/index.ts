export { agentErrors } from './agent-errors.js';
export { AnthropicClient } from './client/anthropic-client.js';
export type {
  ChatResult,
  ClientCallOptions,
  ClientEvent,
  ClientHydration,
  ClientOptions,
  ClientRequest,
} from './client/client-options.js';
export { declareTools, type DeclaredTools, type ToolLoss } from './client/declare-tools.js';
export { GeminiClient } from './client/gemini-client.js';
export { OllamaClient } from './client/ollama-client.js';
export { OpenAIClient } from './client/openai-client.js';
export type { ProviderClient } from './client/provider-client.js';
export type { HydrationError, HydrationResult, Provenance, RepairChange, RepairRecord } from './contract/hydration.js';
export type {
  ProjectResult,
  ProviderCall,
  SendOptions,
  Setup,
  StepEnd,
  StepSetup,
  ToolChoice,
  ToolResultMessage,
  Transport,
  TransportEvent,
  UserInput,
} from './contract/transport.js';
export { createDemoTransport, type DemoTransportOptions } from './demo/create-demo-transport.js';
export { argumentLimits, type ArgumentLimits } from './hydrate/argument/argument-limits.js';
export { parseCauses, type ParseCause, type ParseFailure } from './hydrate/argument/unreadable.js';
export { callHydrated, type CallLine, type HydratedRequest } from './hydrate/call-hydrated.js';
export type { HydratableCall } from './hydrate/draft.js';
export type { HydrateOptions, RestoreArguments } from './hydrate/hydrate-options.js';
export { hydrate } from './hydrate/hydrate.js';
export {
  noSchemaDecision,
  noSchemaTable,
  type AllowUnvalidated,
  type NoSchemaDecision,
} from './hydrate/no-schema-decision.js';
export type { Repairer, RepairMode, RepairRequest } from './hydrate/repair/repair-arguments.js';
export type { HydrationTools } from './hydrate/tool-index.js';
export { attachValidator, type CompiledAt, type ValidatorIdentity } from './hydrate/validator/attach-validator.js';
export { prepareValidators, type PrepareOptions } from './hydrate/validator/prepare-validators.js';
export {
  helveEngine,
  type Validate,
  type ValidatorEngine,
  type Verdict,
} from './hydrate/validator/validator-engine.js';
export { createToolIndex, type ToolIndex } from './pick/create-tool-index.js';
export { keywordScorer, type KeywordScorerOptions } from './pick/keyword/keyword-scorer.js';
export { defaultSynonyms, type SynonymGroup, type Synonyms } from './pick/keyword/synonyms.js';
export type { DroppedTool, PickOptions, PickResult } from './pick/pick-options.js';
export { pickTools } from './pick/pick-tools.js';
export type { Question, QuestionPart } from './pick/question.js';
export type { CatalogScorer, ScoreList, Scorer, ScoreRequest, ScoreTool, ToolScore } from './pick/scorer.js';
export { embeddingScorer, type Embed, type EmbeddingScorerOptions } from './pick/semantic/embedding-scorer.js';
export { hybridScorer, type HybridScorerOptions } from './pick/semantic/hybrid-scorer.js';
export type { PickableTool, ToolCard } from './pick/tool-card.js';
export type { ToolCatalog, ToolSource } from './pick/tool-catalog.js';
export { createGeminiLiveSchema, type GeminiLiveSchemaOptions } from './provider/gemini/schema.js';
export { toMcpNames } from './provider/mcp/schema.js';
export { toProviderNames } from './provider/provider-names.js';
export { restoreArguments, type Restored, type RestoredStep } from './provider/restore/restore-arguments.js';
export { schemaCompilers, strictForms } from './provider/schema-compilers.js';
export { AnthropicTransport } from './transport/anthropic/anthropic-transport.js';
export type { AnthropicOptions } from './transport/anthropic/protocol.js';
export type { AnthropicSdk } from './transport/anthropic/sdk.js';
export { GeminiLiveTransport, type GeminiLiveOptions } from './transport/gemini-live/gemini-live-transport.js';
export type { GeminiLiveConnect, GeminiLiveConnection, GeminiLiveSession } from './transport/gemini-live/session.js';
export { GeminiTransport, type GeminiTransportOptions } from './transport/gemini/gemini-transport.js';
export type { GeminiOptions } from './transport/gemini/protocol.js';
export type { GeminiSdk } from './transport/gemini/sdk.js';
export { isMedia, media, type Media } from './transport/media.js';
export { OllamaTransport } from './transport/ollama/ollama-transport.js';
export type { OllamaSdk } from './transport/ollama/sdk.js';
export {
  OpenAIRealtimeTransport,
  type OpenAIRealtimeOptions,
} from './transport/openai-realtime/openai-realtime-transport.js';
export type { RealtimeEmitter, RealtimeSocket, RealtimeWebSocket } from './transport/openai-realtime/socket.js';
export type { ChatSdk } from './transport/openai/chat/sdk.js';
export { OpenAITransport, type OpenAITransportOptions } from './transport/openai/openai-transport.js';
export type { ResponsesSdk } from './transport/openai/responses/sdk.js';
export type { TransportLoss } from './transport/protocol.js';
export { ProviderError, type ProviderFailure } from './transport/provider-error.js';
export type { RequestTransportOptions } from './transport/request-transport.js';
export type { RetryOptions } from './transport/retry.js';
export type {
  ConfirmationAsked,
  SessionProblem,
  Totals,
  TurnEnd,
  TurnEvent,
  TurnEventBody,
} from './contract/session-event.js';
export type {
  AskedCall,
  KeptReplay,
  SessionRecord,
  SessionStore,
  StoredSession,
  Utterance,
} from './contract/session-store.js';
export type { Replays, ToolClock, TurnCounters, TurnPolicy, TurnStores } from './contract/turn-stores.js';
export { createSession, type Session } from './session/create-session.js';
export { createMemorySessionStore } from './session/memory-session-store.js';
export { sessionLimits, type SessionLimits } from './session/session-limits.js';
export type {
  HydrationVerdict,
  SelectionOptions,
  SessionOptions,
  SessionTools,
  SessionToolSource,
} from './session/session-options.js';
export type { TurnRun } from './session/turn-run.js';
export {
  createStateController,
  type IntentEntry,
  type IntentSource,
  type SessionFacts,
  type StateController,
  type StateControllerOptions,
} from './state/create-state-controller.js';
export type { EndAfter, IntentState } from './state/intent-effects.js';
