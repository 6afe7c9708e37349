import { askPerson, isInteractive } from '../../ask-person.js';
import type { Terminal } from '../../terminal.js';
import { visibleText } from '@helve/core';
import { openExecTrust, type ExecRequest } from '@helve/project/run';

/** Asks a person whether a flow may run its programs: by a digest, by the environment, or now. An answer given now is stored. */
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
  say(`${visibleText(file ?? 'This flow')} runs programs or scripts:`);
  for (const line of lines) say(`  ${line}`);
  const agrees = await askPerson(terminal, 'Let it run these? It is asked once, until they change.');
  const decision = agrees ? 'yes' : 'no';
  await openExecTrust(io.env).remember(digest, decision, file);
  return decision === 'yes';
}
