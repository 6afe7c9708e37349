import { describe, test } from 'vitest';
import { needs } from '../needs.js';
import { expectLoop, loopCases, loopLimitMs } from './exchange-loop.js';

/** Folders of files that hold their translations. */
const folders = 'mxliff po xcloc sdlxliff xcstrings xliff-other xliff-xcode xliff12'.split(' ');

describe('catalogs of projects that went out and come home', needs('shared'), () => {
  test.each(loopCases(folders))(
    'X118 each unit of %s and the catalogs after it is applied from %s or unchanged, and once',
    (_, format, files) => expectLoop(files, format, undefined),
    loopLimitMs,
  );
});
