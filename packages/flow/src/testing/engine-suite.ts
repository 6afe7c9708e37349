import { describe } from 'vitest';
import { describeClaims } from './engine/describe-claims.js';
import { describeControl } from './engine/describe-control.js';
import { describeLife } from './engine/describe-life.js';
import { onFreshBed, type OpenEngineBed } from './engine/engine-bed.js';

/** Describes the behavior of every engine. */
export function engineSuite(name: string, openBed: OpenEngineBed): void {
  const onFresh = onFreshBed(openBed);
  describe(`engine: ${name}`, () => {
    describeLife(onFresh);
    describeClaims(onFresh);
    describeControl(onFresh);
  });
}
