import {
  OverlayType,
  units,
  unitText,
  type BlockView,
  type LocaleId,
  type Path,
  type Runs,
  type Side,
} from '@helve/flow';
import { placeholderText, pathText, translationSegments } from '@helve/flow/content';
import { isPlainObject } from '@helve/core';
import { chooseSides, type Sides } from '../../tool-kit/side-edits.js';
import type { CommandConfig } from './command-config.js';
import { CommandFailure } from './run-command.js';

/** One text for a program. */
export interface CommandJob {
  /** Unique in the document. */
  readonly id: string;
  readonly side: Side;
  readonly locale: LocaleId;
  readonly path: Path;
  readonly key: string;
  readonly runs: Runs;
  /** Returns the input for the program. */
  sent(form: CommandConfig['send'], facts: { readonly [name: string]: string }): string;
}

/** Lists every unit of the chosen sides. */
export function sideJobs(view: BlockView, sides: Sides): readonly CommandJob[] {
  return chooseSides(view, sides).flatMap(({ side, runs, locale }) =>
    units(runs)
      .filter((unit) => unitText(unit.runs).trim() !== '')
      .map((unit) => toJob(view, side, locale, { path: unit.path, key: pathText(unit.path), runs: unit.runs })),
  );
}

/** Lists every text that a translation into a locale needs. */
export function translationJobs(view: BlockView, locale: LocaleId): readonly CommandJob[] {
  return translationSegments(view.source, locale, view.overlays(OverlayType.OverlaySegmentation, null))
    .filter(({ ignorable }) => !ignorable)
    .map(({ path, key, source }) => toJob(view, null, locale, { path, key, runs: source }));
}

function toJob(
  view: BlockView,
  side: Side,
  locale: LocaleId,
  unit: { readonly path: Path; readonly key: string; readonly runs: Runs },
): CommandJob {
  return {
    id: `${view.id}${unit.key}${side === null ? '' : `;${side}`}`,
    side,
    locale,
    ...unit,
    sent(form, facts) {
      if (form === 'text') return unitText(unit.runs);
      const text = placeholderText(unit.runs);
      return form === 'placeholder' ? text : JSON.stringify({ ...facts, text });
    },
  };
}

/** Returns the output of a program without the line break that most programs add. */
export function answerText(answer: string, sent: string, form: CommandConfig['send']): string {
  if (form !== 'json') return sent.endsWith('\n') ? answer : answer.replace(/\r?\n$/, '');
  const value = jsonIn(answer);
  if (isPlainObject(value) && typeof value['text'] === 'string') return value['text'];
  throw new CommandFailure('its output is not a JSON object with a "text"', {});
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
