import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ToolCapability } from '@helve/worker';

/** The least that a capability can be, with an echo, a stream, ways to be busy, and a child of its own. */
export class EchoCapability extends ToolCapability {
  static actions = {
    echo: 'echo',
    wait: 'wait',
    sleep: 'sleep',
    spin: 'spin',
    block: 'block',
    flood: 'flood',
    fork: 'fork',
  };

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

  /** I/O that takes its time. */
  async sleep({ ms }) {
    await pause(ms);
  }

  async wait() {
    for (;;) {
      this.checkCancel();
      await pause(1);
    }
  }

  spin() {
    for (;;) this.checkCancel();
  }

  block() {
    for (;;);
  }

  flood() {
    for (;;) {
      try {
        writeSync(1, `${'x'.repeat(1023)}\n`);
      } catch {
        // The pipe is full, as it should be.
      }
    }
  }

  fork() {
    return spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'inherit' }).pid;
  }

  async *executeStream({ to, text }) {
    for (let at = 1; at <= to; at += 1) yield { at, text };
  }
}
