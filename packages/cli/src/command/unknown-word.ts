import { nearestNames } from '@helve/core';
import { cliErrors } from '../cli-errors.js';
import { didYouMean } from '@helve/project';
import { flowToolNames } from '@helve/project/run';

/** The error for a word that is neither a command nor a flow tool, with those that come near. */
export async function unknownWord(word: string, commands: readonly string[]): Promise<Error> {
  const near = nearestNames(word, [...commands, ...(await flowToolNames())]);
  return cliErrors.create('CLI_USAGE', { problem: `there is no command "${word}"` }, { details: didYouMean(near) });
}
