import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchSuite, findSuite, suiteIsKnown } from '../../scripts/conformance/fetch-suite.mjs';
import { runScenario } from '../../scripts/conformance/run-suite.mjs';
import { startServer } from '../../scripts/conformance/start-server.mjs';

/** A short version of `npm run conformance`: the scenarios in which most of it comes together. */
const scenarios = {
  '2025-11-25': ['tools-call-elicitation'],
  '2026-07-28': ['server-stateless', 'input-required-result-multi-round', 'tasks-mrtr-input'],
} as const;

const isCi = process.env['CI'] === 'true';
const isHere = suiteIsKnown() && (isCi || findSuite() !== undefined);
const reason = 'needs the conformance suite: `npm run conformance` fetches it';

describe('the MCP conformance suite', { skip: !isHere, meta: isHere ? {} : { skipReason: reason } }, () => {
  let suite: Awaited<ReturnType<typeof fetchSuite>>;
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    suite = await fetchSuite();
    server = await startServer();
  }, 300_000);
  afterAll(() => server?.stop());

  for (const [revision, names] of Object.entries(scenarios)) {
    test.each(names)(`${revision} %s is green`, async (scenario) => {
      const { passed, failed, note = '' } = await runScenario(suite, server.url, revision, scenario);
      expect(failed, note).toBe(0);
      expect(passed, note).toBeGreaterThan(0);
    });
  }
});
