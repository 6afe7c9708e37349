import { fileHead, findInputs } from '@helve/flow/engine';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import type { Command } from '../command.js';

/** `helve formats detect FILES`: which format a file has, which rule decided and how sure it is. */
export const formatsDetectCommand: Command = {
  name: 'detect',
  args: ['<files...>'],
  summary: 'detect the formats of files',
  flags: [{ name: 'json', docs: 'as JSON' }],
  examples: ['formats detect app.json', 'formats detect locales --json'],
  configOptional: true,
  async run({ terminal, args, flags, openFlows }) {
    const { formats } = await openFlows();
    const { files } = await findInputs(args, terminal.io.cwd);
    const rows: { file: string; format: string | null; rule: string; confidence: number }[] = [];
    for (const { id, path } of files) {
      const found = formats.detect({ path, head: fileHead(path) });
      rows.push({
        file: id,
        format: found?.format.id ?? null,
        rule: found?.rule ?? 'none',
        confidence: found?.confidence ?? 0,
      });
    }
    if (flags['json'] === true) printJson({ schema: 'helve.formats/v1', files: rows }, terminal);
    else {
      const cells = rows.map(({ file, format, rule, confidence }) => [
        file,
        format ?? '-',
        rule,
        confidence.toFixed(2),
      ]);
      const { style, width } = terminal;
      terminal.print(toTable(cells, { header: ['FILE', 'FORMAT', 'RULE', 'SURE'], style, width }));
    }
    return rows.some(({ format }) => format === null) ? ExitCode.failed : ExitCode.done;
  },
};
