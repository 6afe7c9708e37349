import type { Transport } from '../contract/transport.js';
import { assertKnownOptions } from '../transport/known-options.js';
import { RequestTransport } from '../transport/request-transport.js';
import { DemoLiveTransport } from './demo-live-transport.js';
import { demoProtocol } from './demo-protocol.js';

export interface DemoTransportOptions {
  /** One long conversation, as voice models have it: it answers with transcripts and silent audio. */
  readonly live?: boolean;
  /** What "tomorrow" is counted from; the clock unless given. */
  readonly now?: () => Date;
  /** The pause between two words; none unless given. */
  readonly wordDelayMs?: number;
}

/** A model that needs no key and no network: it picks tools by the words of a wish, and reads arguments from the sentence. */
export function createDemoTransport(options: DemoTransportOptions = {}): Transport {
  assertKnownOptions('make the demo model', options, ['live', 'now', 'wordDelayMs']);
  const { live = false, now = () => new Date(), wordDelayMs = 0 } = options;
  const transport = new RequestTransport(demoProtocol({ now, wordDelayMs }), { model: 'demo' });
  return live ? new DemoLiveTransport(transport) : transport;
}
