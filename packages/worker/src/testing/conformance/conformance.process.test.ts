import { join } from 'node:path';
import { describe } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { pythonCommand } from '../../python/python-command.js';
import { builtRunner } from '../built-runner.js';
import { runConformance } from './run-conformance.js';

const built = await builtRunner('conformance');
const env = { PATH: process.env['PATH'] ?? '' };

runConformance({
  name: 'node',
  spec: { transport: { kind: 'process', runner: built.runner, env } },
  module: built.module('conformance'),
  exceptions: {
    'arguments that do not fit are the mistake of the caller':
      'JavaScript cannot tell which arguments a method takes; hosts check them by the schema that the action declares',
  },
});

describe('in Python', needs('python3'), () => {
  runConformance({
    name: 'python',
    spec: { transport: { kind: 'ndjson', command: pythonCommand('python3', 'serve'), env } },
    module: join(import.meta.dirname, '..', 'fixture', 'conformance.py'),
  });
});
