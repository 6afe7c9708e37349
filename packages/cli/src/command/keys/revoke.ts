import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { Command } from '../command.js';

/** `helve keys revoke ID`: nobody gets in with it any more, from the next request on. */
export const keysRevokeCommand: Command = {
  name: 'revoke',
  args: ['<id>'],
  summary: 'revoke a key from the next request on; its open feeds end within two seconds',
  flags: [],
  examples: ['keys revoke 5d41402abc4b'],
  configOptional: true,
  async run({ terminal, args: [id = ''], openStore }) {
    if (!(await (await openStore()).apiKeys.revoke(id, Date.now())))
      throw cliErrors.create('CLI_KEY_NOT_FOUND', { id });
    terminal.notify(`Revoked ${id}`);
    return ExitCode.done;
  },
};
