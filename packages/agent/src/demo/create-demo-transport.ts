import type { Transport } from '../contract/transport.js';
import { assertKnownOptions } from '../transport/known-options.js';
import { RequestTransport } from '../transport/request-transport.js';
import { DemoLiveTransport } from './demo-live-transport.js';
import { demoProtocol } from './demo-protocol.js';

export interface DemoTransportOptions {
  /** True for one long conversation, as with voice models: it answers with transcripts and silent audio. */
  readonly live?: boolean;
  /** Clock for words such as "tomorrow". Default: the system clock. */
  readonly now?: () => Date;
  /** Pause between two words. Default: none. */
  readonly wordDelayMs?: number;
}

/**
 * Creates a model that needs no key and no network: it picks tools by the words of a request, and reads arguments from
 * the sentence.
 */
export function createDemoTransport(options: DemoTransportOptions = {}): Transport {
  assertKnownOptions('make the demo model', options, ['live', 'now', 'wordDelayMs']);
  const { live = false, now = () => new Date(), wordDelayMs = 0 } = options;
  const transport = new RequestTransport(demoProtocol({ now, wordDelayMs }), { model: 'demo' });
  return live ? new DemoLiveTransport(transport) : transport;
}
