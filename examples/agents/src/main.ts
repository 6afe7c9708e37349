import { createCapabilities } from './capabilities.js';
import { loadExampleTools } from './example-tools.js';
import { createTextTransport, createVoiceTransport } from './model.js';
import { startTextAgent } from './text-agent.js';
import { startVoiceAgent } from './voice-agent.js';

const tools = await loadExampleTools();
const capabilities = createCapabilities({ voiceUrl: 'ws://127.0.0.1:4331/voice' });
const text = await startTextAgent({ tools, capabilities, createTransport: createTextTransport, port: 4330 });
const voice = await startVoiceAgent({ tools, capabilities, createTransport: createVoiceTransport, port: 4331 });

console.log(`Text agent:  ${text.url}/api/chat`);
console.log(`Voice agent: ${voice.url}`);
console.log('Stop with Ctrl-C');

const stop = async () => {
  await Promise.all([text.close(), voice.close()]);
  process.exit(0);
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
