import { scriptedSpeechToText, scriptedTextToSpeech, type SpeechToText, type TextToSpeech } from '@helve/agent';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { ProjectVoice } from '../config/voice-keys.js';
import type { Environment, Notify } from '../project-io.js';
import { espeakNg } from './espeak-ng.js';
import { openPocketsphinx, pocketsphinxProgram } from './pocketsphinx.js';

/** Ears and a mouth for a model that reads and writes. */
export interface Speech {
  readonly speechToText: SpeechToText;
  readonly textToSpeech: TextToSpeech;
  close(): Promise<void>;
}

/** Opens what the config names; where it names nothing, the programs that this machine has, else what stands in for them. */
export async function openSpeech(voice: ProjectVoice, env: Environment, notify: Notify): Promise<Speech> {
  const { phrases = [] } = voice;
  const listen = voice.listen ?? ((await hasProgram(pocketsphinxProgram, env)) ? 'pocketsphinx' : 'scripted');
  const speak = voice.speak ?? ((await hasProgram('espeak-ng', env)) ? 'espeak-ng' : 'scripted');
  const missing = [
    ...(voice.listen === undefined && listen === 'scripted' ? ['pocketsphinx'] : []),
    ...(voice.speak === undefined && speak === 'scripted' ? ['espeak-ng'] : []),
  ];
  if (missing.length > 0) notify(`Scripted speech stands in for ${missing.join(' and ')}, which is not installed`);
  const textToSpeech = speak === 'scripted' ? scriptedTextToSpeech() : espeakNg(env, voice.voice ?? 'en-us');
  if (listen === 'scripted') {
    return { speechToText: scriptedSpeechToText(phrases), textToSpeech, close: async () => undefined };
  }
  const speechToText = await openPocketsphinx(env, phrases);
  return { speechToText, textToSpeech, close: () => speechToText.close() };
}

async function hasProgram(name: string, env: Environment): Promise<boolean> {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue;
    const found = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}
