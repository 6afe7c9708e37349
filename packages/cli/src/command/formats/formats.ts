import type { Format } from '@helve/flow/content';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';
import { formatsCheckCommand } from './check.js';
import { formatsDetectCommand } from './detect.js';
import { formatsInfoCommand } from './info.js';

const HEADER = ['ID', 'KIND', 'EXTENSIONS', 'CAN', 'PRESETS', 'TITLE'] as const;

const listCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the formats',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['formats', 'formats --json'],
  configOptional: true,
  async run({ terminal, flags, openFlows }) {
    const flows = await openFlows();
    const formats = flows.formats.list().toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (flags['json'] === true) {
      const rows = formats.map(({ id, title, extensions, mimeTypes, kind, caps, presets = [] }) => ({
        id,
        title,
        extensions,
        mimeTypes,
        kind,
        caps,
        presets: presets.map((preset) => preset.id),
      }));
      printJson({ schema: 'helve.formats/v1', formats: rows }, terminal);
    } else {
      const { style, width } = terminal;
      terminal.print(toTable(formats.map(toRow), { header: [...HEADER], style, width }));
    }
    return ExitCode.done;
  },
};

function toRow({ id, kind, extensions, caps, presets = [], title }: Format): readonly string[] {
  const can = [
    ...(caps.streamRead && caps.streamWrite ? ['stream'] : []),
    ...(caps.insert ? ['insert'] : []),
    ...(caps.generative ? ['generate'] : []),
  ];
  const names = presets.map((preset) => preset.id);
  return [id, kind, extensions.join(' ') || '-', can.join(' ') || '-', names.join(' ') || '-', title];
}

/** `helve formats`: which files Helve reads and writes. */
export const formatsCommand: Command = {
  ...listCommand,
  name: 'formats',
  summary: 'list formats, show one, detect that of a file, and check round trips',
  examples: ['formats', 'formats info po', 'formats detect app.json', "formats check 'locales/**'"],
  subcommands: [listCommand, formatsInfoCommand, formatsDetectCommand, formatsCheckCommand],
};
