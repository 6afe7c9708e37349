// npm run conformance: the MCP conformance suite and the inspector against `examples/conformance` and `helve mcp`.
import { setUpOrExit } from './set-up.mjs';
import { say } from './set-up/workspace.mjs';
import { fetchSuite, suiteIsKnown } from './conformance/fetch-suite.mjs';
import { inspectAll } from './conformance/inspect.mjs';
import { runClients, runRevision } from './conformance/run-suite.mjs';
import { startServer } from './conformance/start-server.mjs';
import { toTable } from './conformance/table.mjs';

const revisions = ['2025-11-25', '2026-07-28'];

if (!suiteIsKnown()) {
  console.log('skipped: npm has no Node 22 for this platform');
  process.exit(0);
}
await setUpOrExit();
const suite = await fetchSuite();
const server = await startServer();
/** @type {import('./conformance/run-suite.mjs').Row[]} */
const rows = [];
try {
  for (const revision of revisions) {
    say(`Running the server scenarios of ${revision} …`);
    rows.push(...(await runRevision(suite, server.url, revision)));
  }
  say('Running the inspector …');
  rows.push(...(await inspectAll(suite, server.url)));
} finally {
  server.stop();
}
rows.push(...(await runClients(suite, revisions)));
console.log(toTable(rows));
process.exitCode = rows.some(({ failed, wanted }) => wanted && failed > 0) ? 1 : 0;
