import { describe, test } from 'vitest';
import { needs } from '../needs.js';
import { expectLoop, loopCases, loopLimitMs } from './exchange-loop.js';

/** Folders of documents in one language, whose translations are new files. */
const folders = 'docx html md properties xlsx'.split(' ');

describe('documents of projects that went out and come home', needs('shared'), () => {
  test.each(loopCases(folders))(
    'X118 each unit of %s and the files after it is applied from %s, in its place, and once',
    (_, format, files) => expectLoop(files, format, 'pl'),
    loopLimitMs,
  );
});
