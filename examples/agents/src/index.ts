export { createCapabilities, type Capabilities } from './capabilities.js';
export { loadExampleTools } from './example-tools.js';
export { startTextAgent, type TextAgentOptions } from './text-agent.js';
export { startVoiceAgent, type VoiceAgentOptions, type VoiceMessage } from './voice-agent.js';
