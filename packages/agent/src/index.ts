export { agentErrors } from './agent-errors.js';
export { AnthropicClient } from './client/anthropic-client.js';
export type { ChatResult, ClientEvent, ClientOptions } from './client/client-options.js';
export { declareTools, type DeclaredTools } from './client/declare-tools.js';
export { GeminiClient } from './client/gemini-client.js';
export { OllamaClient } from './client/ollama-client.js';
export { OpenAIClient } from './client/openai-client.js';
export type { HydrationError, HydrationResult, Provenance, RepairRecord } from './contract/hydration.js';
export type { ConfirmationPrompt, TurnEnd, TurnEvent } from './contract/session-event.js';
export type { SessionRecord, SessionStore, StoredSession } from './contract/session-store.js';
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
export type { SpeechToText, TextToSpeech } from './contract/speech.js';
export type { Grammar, StepUses, ToolUse, TransportFeature } from './contract/tool-use.js';
export type { TurnPolicy, TurnStores } from './contract/turn-stores.js';
export { createDemoTransport } from './demo/create-demo-transport.js';
export { callHydrated } from './hydrate/call-hydrated.js';
export type { HydrateOptions } from './hydrate/hydrate-options.js';
export { hydrate } from './hydrate/hydrate.js';
export type { Repairer, RepairRequest } from './hydrate/repair/repair-arguments.js';
export { attachValidator } from './hydrate/validator/attach-validator.js';
export { prepareValidators } from './hydrate/validator/prepare-validators.js';
export type { ValidatorEngine } from './hydrate/validator/validator-engine.js';
export { createToolIndex, type ToolIndex } from './pick/create-tool-index.js';
export { keywordScorer } from './pick/keyword/keyword-scorer.js';
export type { PickOptions, PickResult } from './pick/pick-options.js';
export { pickTools } from './pick/pick-tools.js';
export type { CatalogScorer, Scorer, ScoreRequest } from './pick/scorer.js';
export { embeddingScorer, type Embed } from './pick/semantic/embedding-scorer.js';
export { hybridScorer } from './pick/semantic/hybrid-scorer.js';
export { toMcpNames } from './provider/mcp/schema.js';
export { toProviderNames } from './provider/provider-names.js';
export { restoreArguments, type RestoredArguments } from './provider/restore/restore-arguments.js';
export { schemaCompilers } from './provider/schema-compilers.js';
export type { ModelPrice, Prices } from './session/budget/prices.js';
export type { Allowance, Budget } from './session/budget/spending.js';
export type { CallerAnswer, WaitingCall } from './session/caller/caller-answer.js';
export type { AgentSession } from './session/agent-session.js';
export { createSession } from './session/create-session.js';
export { createMemorySessionStore } from './session/memory/memory-session-store.js';
export type { SessionOptions } from './session/session-options.js';
export type { PrepareStep, StepCall, StepFacts, StepPlan } from './session/step/prepare-step.js';
export type { SessionSpan, SessionTracer } from './session/trace/session-tracer.js';
export type { TurnOptions } from './session/turn-options.js';
export { toolFromAgent, type AgentToolSource } from './session/tool-from-agent.js';
export type { OpenQuestion } from './session/question/session-questions.js';
export type { TurnRun } from './session/turn-run.js';
export { createStateController, type StateController } from './state/create-state-controller.js';
export type { Compaction, ContextLimit } from './transport/context/compact-history.js';
export { AnthropicTransport } from './transport/anthropic/anthropic-transport.js';
export { CascadeTransport, type CascadeOptions } from './transport/cascade/cascade-transport.js';
export { scriptedSpeechToText, scriptedTextToSpeech } from './transport/cascade/scripted-speech.js';
export { GeminiLiveTransport } from './transport/gemini-live/gemini-live-transport.js';
export { GeminiTransport } from './transport/gemini/gemini-transport.js';
export { media, type MediaContent } from './transport/media.js';
export { OllamaTransport } from './transport/ollama/ollama-transport.js';
export { OpenAIRealtimeTransport } from './transport/openai-realtime/openai-realtime-transport.js';
export { OpenAITransport } from './transport/openai/openai-transport.js';
export { ProviderError } from './transport/provider-error.js';
export { pickUiAnswers, readUiMessages, type UiDecision, type UiInput } from './ui/read-ui-messages.js';
export { runUiMessages } from './ui/run-ui-messages.js';
export { toUiMessageResponse } from './ui/to-ui-message-response.js';
export { toUiMessageStream, type UiStreamOptions } from './ui/to-ui-message-stream.js';
export type { UiMessageChunk } from './ui/ui-message-chunk.js';
