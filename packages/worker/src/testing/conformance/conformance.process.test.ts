import { join } from 'node:path';
import { describe } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { pythonCommand } from '../../python/python-command.js';
import { builtRunner } from '../built-runner.js';
import { runConformance } from './run-conformance.js';

const built = await builtRunner('conformance');
const env = { PATH: process.env['PATH'] ?? '' };
const probe = 'ConformanceProbe';

runConformance({
  name: 'node',
  spec: {
    transport: { kind: 'process', runner: built.runner, env },
    capability: { module: built.module('conformance'), export: probe },
  },
});

describe('in Python', needs('python3'), () => {
  runConformance({
    name: 'python',
    spec: {
      transport: { kind: 'ndjson', command: pythonCommand('python3', 'serve'), env },
      capability: { module: join(import.meta.dirname, '..', 'fixture', 'conformance.py'), export: probe },
    },
  });
});
