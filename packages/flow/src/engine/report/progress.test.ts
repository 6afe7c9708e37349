import { describe, expect, test } from 'vitest';
import { Progress, StepPace, type ProgressEvent } from './progress.js';

describe('progress', () => {
  test('StepPace lets a step pass five times a second, and everything else always', () => {
    let now = 0;
    const pace = new StepPace(() => now);
    const admitted = [0, 50, 199, 200, 399, 400].map((ms) => {
      now = ms;
      return [pace.admits('step'), pace.admits('file-done')];
    });
    expect(admitted.map(([step]) => step)).toEqual([true, false, false, true, false, true]);
    expect(admitted.every(([, other]) => other)).toBe(true);
  });

  test('Progress numbers only what it tells, and is silent after done', () => {
    const told: ProgressEvent[] = [];
    const progress = new Progress(
      (event) => told.push(event),
      () => 0,
    );
    for (const kind of ['start', 'step', 'step', 'done', 'step'] as const) progress.report(kind);
    expect(told.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'start'],
      [2, 'step'],
      [3, 'done'],
    ]);
  });
});
