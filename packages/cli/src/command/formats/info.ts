import { nearestNames } from '@helve/core';
import type { Format } from '@helve/flow/content';
import { l10nErrors } from '@helve/l10n';
import { didYouMean } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { describeGroups, describeKey } from '../../flags/describe-flags.js';
import { planFlags } from '../../flags/plan-flags.js';
import { printJson } from '../../text/print-json.js';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';

/** `helve formats info ID`: what a format can do, its options and its presets. */
export const formatsInfoCommand: Command = {
  name: 'info',
  args: ['<id>'],
  summary: 'show one format: what it can do, its options and its presets',
  flags: [{ name: 'json', docs: 'as JSON, with the schema of the options' }],
  examples: ['formats info json'],
  configOptional: true,
  async run({ terminal, args: [id = ''], flags, openFlows }) {
    const { formats } = await openFlows();
    const format = formats.byId(id);
    if (format === undefined) {
      const near = nearestNames(
        id,
        formats.list().map((each) => each.id),
      );
      throw l10nErrors.create('L10N_FORMAT_UNKNOWN', { file: id }, { details: didYouMean(near) });
    }
    const { title, extensions, mimeTypes, kind, caps, options, presets = [] } = format;
    if (flags['json'] === true) {
      printJson(
        { schema: 'helve.formats/v1', formats: [{ id, title, extensions, mimeTypes, kind, caps, options, presets }] },
        terminal,
      );
    } else terminal.print(describeFormat(format, terminal));
    return ExitCode.done;
  },
};

function describeFormat(
  { id, title, extensions, mimeTypes, kind, caps, options, presets = [] }: Format,
  { style, width }: Terminal,
): string {
  const table = (rows: readonly (readonly string[])[]) => toTable(rows, { style, width, indent: 2 });
  const can = Object.entries(caps).filter(([, able]) => able);
  const plan = planFlags(options, new Set());
  const sections = describeGroups(plan, options, 'Options', describeKey);
  return [
    `${style.bold(id)}  ${title}, ${kind}`,
    table([
      ['extensions', extensions.join(' ') || '-'],
      ['types', mimeTypes.join(' ') || '-'],
      ['can', can.map(([name]) => name).join(' ')],
    ]),
    ...sections.map(({ title: heading, rows }) => `${style.bold(heading)}\n${table(rows)}`),
    ...(presets.length === 0
      ? []
      : [`${style.bold('Presets')}\n${table(presets.map((preset) => [`${id}:${preset.id}`, preset.title]))}`]),
  ].join('\n\n');
}
