import type { JsonObject } from '@helve/core';
import type { ToolEntry } from '@helve/flow';
import type { ThreadSource } from '@helve/flow/engine';
import { createThreadPool } from '@helve/worker/pool';
import { afterAll, describe, expect, test } from 'vitest';
import { vaultOf } from '../testing/redaction-kit.js';
import { runTool } from '../testing/run-tool.js';
import { aBlock, t } from '../testing/runs-kit.js';
import { patternCheck } from '../tool/pattern-check/pattern-check.js';
import { qaCheck } from '../tool/qa-check/qa-check.js';
import { redact } from '../tool/redact/redact.js';
import { searchReplace } from '../tool/search-replace/search-replace.js';
import { tagProtect } from '../tool/tag-protect/tag-protect.js';
import { xsltTransform } from '../tool/xslt-transform/xslt-transform.js';

/** Could hang without a limit. */
const pattern = '(?:b+)+x';

const users: readonly (readonly [ToolEntry, JsonObject])[] = [
  [searchReplace, { search: pattern, replace: '-', regEx: true, applySource: true }],
  [xsltTransform, { rules: [{ pattern, replace: '-' }] }],
  [tagProtect, { patterns: [pattern] }],
  [tagProtect, { patterns: [pattern], mode: 'convert' }],
  [patternCheck, { patterns: [{ name: 'b', pattern, mustMatch: true }] }],
  [qaCheck, { patterns: [{ source: pattern, description: 'b' }] }],
  [redact, { rules: [{ pattern, category: 'name' }] }],
];

describe('patterns of tools', () => {
  const pool = createThreadPool({ size: 1 });
  afterAll(() => pool.close());

  test.each(users.map(([entry, config]) => ({ entry, name: entry.name, config })))(
    'T4 $name runs a pattern that could hang on a thread of the run, and finds what it finds without',
    async ({ entry, config }) => {
      let loans = 0;
      const threads: ThreadSource = {
        tryBorrow: () => undefined,
        borrow: (module, data) => {
          loans += 1;
          return pool.borrow(module, data);
        },
      };
      const run = (more: { readonly threads?: ThreadSource }) =>
        runTool(entry, [aBlock('abbx c', { de: [t('abb c')] })], {
          config,
          resources: { get: () => undefined, vault: vaultOf(), ...more },
        });
      const here = await run({});
      const there = await run({ threads });
      expect(loans).toBeGreaterThan(0);
      expect(there.block).toEqual(here.block);
      expect(here.block).not.toEqual(aBlock('abbx c', { de: [t('abb c')] }));
    },
  );
});
