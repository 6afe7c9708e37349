import { projectLocation, flagText, type Invocation } from '../command.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { openMemories, type ProjectMemories } from '@helve/project/memory';

/** The flag that names a memory. */
export const tmFlag: OwnFlag = {
  name: 'tm',
  value: 'NAME',
  docs: 'memory to use: a name, stored in .helve/tm/NAME.db or in the Postgres store of the project, or the path of a file',
};

/** Opens the memories of `--tm`, else those of the project. */
export function chosenMemories(invocation: Invocation): Promise<ProjectMemories> {
  return openMemories(projectLocation(invocation), flagText(invocation.flags, 'tm')?.split(','));
}
