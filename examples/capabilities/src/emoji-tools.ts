import { flowToolActions } from '@helve/flow';
import { capabilityAction, ToolCapability, type Config } from '@helve/worker';
import { emojiStrip } from './emoji-strip.js';

const tools = flowToolActions([emojiStrip]);

/** Serves flow tools: a project that names it in `plugins` as `capability:emoji-tools` has them in its flows. */
export class EmojiTools extends ToolCapability {
  static readonly description = 'Takes emoji out of texts';

  get name(): string {
    return 'emoji-tools';
  }

  get version(): string {
    return '1.0.0';
  }

  initialize(): void {}

  getConfigSchema() {
    return { type: 'object', properties: {} } as const;
  }

  getCurrentConfig(): Config {
    return {};
  }

  @capabilityAction('flow.describe', {
    description: 'Says what its flow tools promise',
    policy: { category: 'retrieval', sideEffects: 'none', idempotent: true },
  })
  describe() {
    return tools.describe();
  }

  @capabilityAction('flow.process', {
    description: 'Takes a batch of parts through one of its flow tools',
    policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  })
  async process(batch: object) {
    const stopping = new AbortController();
    return this.cancelSignalTo(
      () => stopping.abort(),
      () => tools.process(batch, { signal: stopping.signal }),
    );
  }
}
