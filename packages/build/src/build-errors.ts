import { defineErrors } from '@helve/core';

/** Errors that stop a build before or after it checks tools; a fault of a tool is a `Problem`. */
export const buildErrors = defineErrors('build', {
  BUILD_OPTION_INVALID: {
    type: 'VALIDATION',
    message: 'Cannot build: {problem}',
    docs: 'Correct the options of the build',
  },
  BUILD_FOLDER_MISSING: {
    type: 'NOT_FOUND',
    message: 'Cannot build "{dir}": there is no such folder',
    docs: 'Name the folder of your tools, or create a first tool with `helve build --init NAME`',
  },
  BUILD_WRITE_FAILED: {
    type: 'PERMANENT',
    message: 'Cannot write "{file}": {problem}',
    docs: 'Check that the folder is writable; the previous registry is unchanged',
  },
  BUILD_SCAFFOLD_NAME: {
    type: 'VALIDATION',
    message: 'Cannot create the tool "{name}": {problem}',
    docs: 'Use lowercase letters, digits, "-" and "_", beginning with a letter, such as "find-order"',
  },
  BUILD_SCAFFOLD_EXISTS: {
    type: 'CONFLICT',
    message: 'Cannot create the tool "{name}": "{folder}" already exists',
    docs: 'Choose another name, or remove the folder first',
  },
});
