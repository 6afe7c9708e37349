import { cliErrors } from '../cli-errors.js';
import { readJson } from '../flags/read-value.js';
import type { Io } from '../io.js';

/** The value of `[JSON|-]`; none is an absent one. */
export async function readArguments(source: string | undefined, io: Io): Promise<unknown> {
  if (source === undefined) return undefined;
  const text = source === '-' ? await readStdin(io) : source;
  const reading = readJson(text);
  if (reading.ok) return reading.value;
  const label = source === '-' ? 'stdin' : 'the arguments';
  throw cliErrors.create(
    'CLI_INPUT_INVALID',
    { source: label, problem: reading.message },
    {
      details: { suggestion: 'Give JSON as the last argument, or - to read it from stdin' },
    },
  );
}

/** All of stdin as UTF-8; anything else is refused. */
export async function readStdin({ stdin }: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw cliErrors.create('CLI_INPUT_INVALID', { source: 'stdin', problem: 'it is not UTF-8' }, { cause });
  }
}
