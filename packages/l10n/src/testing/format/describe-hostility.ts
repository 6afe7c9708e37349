import { isToolError } from '@helve/core';
import type { Format } from '@helve/flow/content';
import { expect, test } from 'vitest';
import type { FormatCase, FormatSuite } from '../describe-format.js';
import { readDocument, toBytes, writeDocument } from '../document-kit.js';
import { exceptionOf } from './format-exception.js';
import { externalEntities, hostileInputsFor, syntaxOf, type HostileInput } from './hostile-input.js';

/** Maximum time of one file; the first of a kind also pays for code that is compiled then. */
const maxSeconds = 1;
const compileSeconds = 1.5;
const maxGrowthBytes = 256 * 1024 * 1024;

/** Tests that hostile files are read correctly or refused by name, in little time and memory. */
export function describeHostility(format: Format, suite: FormatSuite): void {
  const [one] = suite.cases;
  if (one === undefined) return;
  const sound = Buffer.from(toBytes(one.input));
  const syntax = syntaxOf(sound);
  for (const hostile of hostileInputsFor(syntax)) {
    if (exceptionOf(suite, 'X10', hostile) !== undefined) continue;
    test(`X10 ${format.id} survives ${hostile.name}`, { timeout: 120_000 }, async () => {
      for (const bytes of hostile.make(sound, syntax)) await expectSurvival(format, one, bytes, hostile);
    });
  }
}

async function expectSurvival(format: Format, one: FormatCase, bytes: Buffer, { name }: HostileInput): Promise<void> {
  const before = process.resourceUsage().maxRSS * 1024;
  const clock = secondsClock();
  const kit = { ...one, signal: new AbortController().signal };
  try {
    const document = await readDocument(format, bytes, kit);
    if (name === externalEntities) expect(JSON.stringify(document.blocks)).not.toContain('root:x:0:0');
    const { bytes: written } = await writeDocument(format, document, kit);
    expect(Buffer.from(written).equals(bytes), `${name}: unedited`).toBe(true);
  } catch (error) {
    if (!isToolError(error)) throw error;
  }
  expect(clock(), `${name}: ${bytes.subarray(0, 4).toString()} seconds`).toBeLessThan(maxSeconds + compileSeconds);
  expect(process.resourceUsage().maxRSS * 1024 - before, `${name}: memory`).toBeLessThan(maxGrowthBytes);
}

/** Measures the work of one thread: on a busy machine time passes without work, and other threads of the process work too. */
function secondsClock(): () => number {
  const [began, worked] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(worked);
    return Math.min((performance.now() - began) / 1000, (user + system) / 1e6);
  };
}
