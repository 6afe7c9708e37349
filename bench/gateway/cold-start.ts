import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createProject } from './project.js';
import { endWhenSilent } from './silence.js';

const config = `import { defineConfig } from '@helve/cli';
import { defineTool } from '@helve/core';

const tools = Array.from({ length: 100 }, (_, at) => defineTool({
  id: 'tool_' + at,
  description: 'Tool ' + at,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: ({ text }) => ({ text }),
}));
export default defineConfig({ tools, server: { port: 0 } });
`;

/** A project with 100 tools, served from nothing: until the first answer, and what it holds when nobody asks. */
export async function coldStart(): Promise<{ readonly firstAnswerMs: number; readonly idleMiB: number }> {
  const { folder, helve, remove } = createProject(config);
  const began = performance.now();
  const server = spawn(process.execPath, [helve, 'serve'], { cwd: folder });
  endWhenSilent(server);
  try {
    const url = await addressIn(server.stdout);
    await (await fetch(`${url}/v1/tools/tool_1`)).text();
    const firstAnswerMs = performance.now() - began;
    await new Promise((wait) => setTimeout(wait, 1_000));
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const bytes = Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]);
    return { firstAnswerMs, idleMiB: bytes / 1024 / 1024 };
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    remove();
  }
}

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let said = '';
  for await (const chunk of output) {
    said += String(chunk);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`Cannot measure: the server ended\n${said}`);
}
