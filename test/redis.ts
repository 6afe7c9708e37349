import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis of its own, with a log on the disk. */
export interface RedisServer {
  readonly url: string;
  /** Ends the server as a crash would, and starts it again from its log. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis on a free port in a folder of its own. */
export async function startRedis(...options: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-redis-'));
  const port = await freePort();
  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async crash() {
      await end('SIGKILL');
      server = await start();
    },
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function start() {
    const rules = ['--port', String(port), '--dir', folder, '--appendonly', 'yes', '--save', '', ...options];
    const child = spawn('redis-server', rules, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      child.on('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
      child.stdout.on('data', (data: Buffer) => {
        if (data.includes('Ready to accept connections')) resolve();
      });
    });
    return child;
  }

  function end(signal: NodeJS.Signals): Promise<void> {
    return new Promise((resolve) => {
      server.on('exit', () => resolve());
      server.kill(signal);
    });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
