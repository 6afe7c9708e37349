import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';
import { formatsCheckCommand } from './check.js';
import { formatsDetectCommand } from './detect.js';
import { formatsInfoCommand } from './info.js';

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
      const rows = formats.map(({ id, title, extensions, mimeTypes, kind, caps }) => ({
        id,
        title,
        extensions,
        mimeTypes,
        kind,
        caps,
      }));
      printJson({ schema: 'helve.formats/v1', formats: rows }, terminal);
    } else {
      const rows = formats.map(({ id, kind, extensions, title }) => [id, kind, extensions.join(' ') || '-', title]);
      const { style, width } = terminal;
      terminal.print(toTable(rows, { header: ['ID', 'KIND', 'EXTENSIONS', 'TITLE'], style, width }));
    }
    return ExitCode.done;
  },
};

/** `helve formats`: which files Helve reads and writes. */
export const formatsCommand: Command = {
  ...listCommand,
  name: 'formats',
  summary: 'list formats, show one, detect that of a file, and check round trips',
  examples: ['formats', 'formats info po', 'formats detect app.json', "formats check 'locales/**'"],
  subcommands: [listCommand, formatsInfoCommand, formatsDetectCommand, formatsCheckCommand],
};
