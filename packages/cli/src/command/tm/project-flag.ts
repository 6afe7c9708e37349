import type { OwnFlag } from '../../flags/parse-flags.js';

/** The flag of commands that bring entries. */
export const ownerFlag: OwnFlag = {
  name: 'project',
  value: 'NAME',
  docs: 'project that the entries belong to; lookups prefer matches of their own project',
};

/** The flag of commands that go through entries. */
export const onlyProjectFlag: OwnFlag = { name: 'project', value: 'NAME', docs: 'only entries of this project' };
