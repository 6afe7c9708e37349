import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openExecTrust } from './exec-trust.js';

test('T58 openExecTrust keeps decisions in the configuration of the user, refusals too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'helve-trust-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const trust = openExecTrust({ XDG_CONFIG_HOME: folder });
  expect(await trust.decision('a')).toBeUndefined();
  await trust.remember('a', 'yes', 'flow.yaml');
  await trust.remember('b', 'no', undefined);
  const again = openExecTrust({ XDG_CONFIG_HOME: folder });
  expect([await again.decision('a'), await again.decision('b')]).toEqual(['yes', 'no']);
});
