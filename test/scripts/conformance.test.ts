import { expect, test } from 'vitest';
import { readRows } from '../../scripts/conformance/run-suite.mjs';
import { toTable } from '../../scripts/conformance/table.mjs';

const output = `Running …
=== SUMMARY ===
✓ tools-list: 3 passed, 0 failed
✗ caching: 1 passed, 2 failed
✓ tasks-lifecycle: 9 passed, 0 failed
✗ server-sse-polling: 0 passed, 1 failed

Total: 13 passed, 3 failed

Not scored for 2026-07-28: 2 scenario(s) run, 1 failing. These do not affect conformance.
  ✓ tasks-lifecycle (extension)
  ✗ server-sse-polling (pending)
`;

test('npm run conformance counts what a revision requires, and the tasks', () => {
  expect(readRows(output, 'server').map(({ scenario, failed, wanted }) => [scenario, failed, wanted])).toEqual([
    ['tools-list', 0, true],
    ['caching', 2, true],
    ['tasks-lifecycle', 0, true],
    ['server-sse-polling', 1, false],
  ]);
  expect(toTable(readRows(output, 'server'))).toContain('= 2 of 3 that count are green; 13 checks passed, 3 failed');
});

test('npm run conformance fails where the suite itself does', () => {
  const rows = readRows('Error: nobody listens', 'server');
  expect(rows).toMatchObject([{ failed: 1, wanted: true, note: 'Error: nobody listens' }]);
  expect(toTable(rows)).toContain('nobody listens');
});
