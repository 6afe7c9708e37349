import { request } from 'node:http';
import { createProject, urlOf, type Project, type Running } from '../journeys/project.js';

/** An answer of a door, whatever it was. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sends the body in chunks, so that the request takes the ordinary way through the door and not the short one. */
  readonly chunked?: boolean;
}

/** A real server of a project, as an attacker finds it. */
export interface Victim {
  readonly project: Project;
  readonly running: Running;
  readonly url: string;
  /** What it printed on its way up. */
  readonly welcome: string;
  ask(path: string, sent?: Sent): Promise<Answer>;
  /** Calls a tool by both ways of the door, the short and the ordinary one. */
  callBothWays(tool: string, input: unknown, headers?: Sent['headers']): Promise<readonly [Answer, Answer]>;
}

/** Starts `helve serve` in a project of its own; the config must say `server: { port: 0 }`. */
export async function startVictim(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Victim> {
  return serveProject(await createProject(files), args);
}

export async function serveProject(project: Project, args: readonly string[] = []): Promise<Victim> {
  const running = project.start(['serve', ...args]);
  const url = await urlOf(running);
  const welcome = await running.shows(url);
  const ask = (path: string, sent: Sent = {}) => send(new URL(path, url), sent);
  const call = (tool: string, input: unknown, headers: Sent['headers'] = {}, chunked = false) =>
    ask(`/v1/tools/${tool}/call`, { method: 'POST', body: input, headers, chunked });
  return {
    project,
    running,
    url,
    welcome,
    ask,
    callBothWays: async (tool, input, headers) => [
      await call(tool, input, headers),
      await call(tool, input, headers, true),
    ],
  };
}

/** By hand and not by `fetch`, which keeps one from sending what an attacker would. */
function send(url: URL, { method = 'GET', body, headers = {}, chunked = false }: Sent): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const type = bytes === undefined ? {} : { 'content-type': 'application/json' };
  const length = bytes === undefined || chunked ? {} : { 'content-length': bytes.length };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...type, ...length, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: readJson(text) }),
      );
    });
    sent.on('error', reject);
    if (bytes !== undefined) sent.write(bytes);
    sent.end();
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
