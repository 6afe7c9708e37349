import type { Terminal } from '../terminal.js';
import { openExecTrust, visible } from './exec-trust.js';
import type { ExecRequest } from './run-door.js';

/** Whether a person agrees to what a flow would run: by a digest, by the environment, or now. An answer given now is kept. */
export async function askForTrust(
  { digest, file, lines }: ExecRequest,
  agreed: string | undefined,
  terminal: Terminal,
): Promise<boolean> {
  const { io } = terminal;
  // A question is asked also where quiet is wanted: without an answer nothing goes on.
  const say = (line: string) => void io.stderr.write(`${line}\n`);
  if (agreed === digest || io.env['HELVE_TRUST_EXEC'] === '1') return true;
  if (!isInteractive(terminal)) return false;
  say(`${visible(file ?? 'This flow')} runs programs or scripts:`);
  for (const line of lines) say(`  ${line}`);
  io.stderr.write('Let it run these? It is asked once, until they change. [y/N] ');
  const decision = (await firstLine(io.stdin)).trim().toLowerCase().startsWith('y') ? 'yes' : 'no';
  await openExecTrust(io.env).remember(digest, decision, file);
  return decision === 'yes';
}

async function firstLine(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

/** Nothing waits for an answer that nobody can type. */
function isInteractive({ io }: Terminal): boolean {
  return io.stderr.isTTY === true && Reflect.get(io.stdin, 'isTTY') === true;
}
