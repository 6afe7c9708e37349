export { checkGeminiRequest } from './testing/check-gemini-request.js';
export { httpConversation, socketConversation } from './testing/conversation.js';
export { callsIn, endIn, failure, nextStep, success, textIn } from './testing/converse.js';
export { anthropicFixture } from './testing/fixture/anthropic.js';
export { geminiLiveFixture } from './testing/fixture/gemini-live.js';
export { geminiFixture } from './testing/fixture/gemini.js';
export { ollamaFixture } from './testing/fixture/ollama.js';
export { openaiChatFixture } from './testing/fixture/openai-chat.js';
export { openaiRealtimeFixture } from './testing/fixture/openai-realtime.js';
export { openaiResponsesFixture } from './testing/fixture/openai-responses.js';
export type { FixtureCall, WireFixture } from './testing/fixture/wire-fixture.js';
export {
  aCall,
  callsFor,
  ends,
  over,
  says,
  ScriptedTransport,
  type Scene,
  type ScenePrompt,
  type ScriptOptions,
  type Sent,
} from './testing/scripted-transport.js';
export { sessionStoreSuite } from './testing/session-store-suite.js';
export { scenarios, type Conversation, type Scenario, type TransportSubject } from './testing/transport-subject.js';
export { transportSuite } from './testing/transport-suite.js';
export type { WirePeer } from './testing/wire-peer.js';
export { startWireServer, type WireServer } from './testing/wire-server.js';
