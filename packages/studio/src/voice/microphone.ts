import workletUrl from './microphone-worklet.js?worker&url';
import { toBase64 } from './pcm.js';

/** A piece of sound, ready to be sent. */
export interface SoundPiece {
  readonly data: string;
  readonly mimeType: string;
}

/** A piece as the worklet records it. */
interface RecordedPiece {
  readonly samples: Int16Array;
  readonly rate: number;
}

/** Listens to the microphone until it is told to stop; rejects if the person does not allow it. */
export async function openMicrophone(heard: (piece: SoundPiece) => void): Promise<() => void> {
  const audio = { echoCancellation: true, noiseSuppression: true, channelCount: 1 };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const context = new AudioContext();
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(workletUrl);
    const worklet = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 });
    worklet.port.addEventListener('message', ({ data }: MessageEvent<RecordedPiece>) =>
      heard({ data: toBase64(data.samples), mimeType: `audio/pcm;rate=${Math.round(data.rate)}` }),
    );
    worklet.port.start();
    context.createMediaStreamSource(stream).connect(worklet);
    await context.resume();
    return stop;
  } catch (thrown) {
    stop();
    throw thrown;
  }
}
