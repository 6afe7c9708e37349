import { ToolCapability } from '@helve/worker';

/** The least that a capability can be, with an echo, a stream and two kinds of busy loop. */
export class EchoCapability extends ToolCapability {
  static actions = { echo: 'echo', spin: 'spin', block: 'block' };

  get name() {
    return 'echo';
  }

  get version() {
    return '1.0.0';
  }

  initialize() {}

  getConfigSchema() {
    return { type: 'object', properties: {} };
  }

  getCurrentConfig() {
    return {};
  }

  echo({ value }) {
    return value;
  }

  spin() {
    for (;;) this.checkCancel();
  }

  block() {
    for (;;);
  }

  async *executeStream({ to, text }) {
    for (let at = 1; at <= to; at += 1) yield { at, text };
  }
}
