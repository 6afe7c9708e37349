import { nearestNames } from '@helve/core';
import { cliErrors } from '../cli-errors.js';
import { didYouMean } from '@helve/project';
import { flowToolNames, listFlows } from '@helve/project/run';

/** Where flows of a project are, unless its config says otherwise. */
const flowFolders = ['.helve/flows'];

/** The error for a word that is neither a command nor a flow tool: how to run a flow of that name, or what comes near. */
export async function unknownWord(word: string, commands: readonly string[], cwd: string): Promise<Error> {
  const typed = new Set([...commands, ...(await flowToolNames())]);
  const flows = (await listFlows(flowFolders, cwd)).map(({ id }) => id).filter((id) => !typed.has(id));
  const problem = `there is no command "${word}"`;
  if (flows.includes(word)) {
    const alone = [...typed].filter((name) => name.split('-').includes(word)).map((name) => `\`helve ${name}\``);
    const parts = alone.length === 0 ? '' : `, or a part of it: ${alone.join(', ')}`;
    const suggestion = `"${word}" is a flow: run it with \`helve run ${word} FILES\`${parts}`;
    return cliErrors.create('CLI_USAGE', { problem }, { details: { suggestion } });
  }
  const near = nearestNames(word, [...typed, ...flows]).map((name) => (typed.has(name) ? name : `run ${name}`));
  return cliErrors.create('CLI_USAGE', { problem }, { details: didYouMean(near) });
}
