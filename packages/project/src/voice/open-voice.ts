import { CascadeTransport, createDemoTransport, createSession, type Transport } from '@helve/agent';
import type { Voice, VoiceStart } from '@helve/gateway';
import { conversationOptions, type ChatDoor } from '../chat/conversation-options.js';
import type { ProjectVoice } from '../config/voice-keys.js';
import { openLive } from '../model/open-live.js';
import { chooseModel, openVendor, type ChosenModel } from '../model/open-transport.js';
import type { Project } from '../open-project.js';
import { openSpeech } from './open-speech.js';

/** Transport that answers by voice, and how to clean up behind it. */
interface OpenedVoice {
  readonly transport: Transport;
  close(): Promise<void>;
}

/** Opens a conversation by voice: with a model that speaks itself, or with one that is lent a voice. */
export async function openVoice(
  project: Project,
  door: ChatDoor,
  { model, pushToTalk = false }: Pick<VoiceStart, 'model' | 'pushToTalk'>,
): Promise<Voice> {
  const { models, voice } = project.config;
  const settings = voice === false ? {} : voice;
  const chosen = chooseModel(models, model ?? settings.model, 'voice');
  const options = await conversationOptions(project, door, chosen);
  const opened = await openTransportOf(chosen, settings, door, pushToTalk);
  const session = createSession({ ...options, mode: 'voice', transport: opened.transport });
  return {
    id: session.id,
    model: chosen?.choice.model ?? 'demo',
    session,
    close: async () => {
      await session.close();
      await opened.close();
    },
  };
}

async function openTransportOf(
  chosen: ChosenModel | undefined,
  settings: ProjectVoice,
  { io: { env }, notify }: ChatDoor,
  pushToTalk: boolean,
): Promise<OpenedVoice> {
  if (chosen?.choice.live === true) {
    return { transport: await openLive(chosen, env, { pushToTalk }), close: async () => undefined };
  }
  const model = chosen === undefined ? createDemoTransport() : await openVendor(chosen.name, chosen.choice, env);
  const { speechToText, textToSpeech, close } = await openSpeech(settings, env, notify);
  return { transport: new CascadeTransport({ model, speechToText, textToSpeech, pushToTalk }), close };
}
