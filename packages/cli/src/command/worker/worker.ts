import { relative } from 'node:path';
import { discoverManifests } from '@helve/worker/host';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import { workerAddCommand, workerRmCommand } from './add.js';
import { workerCallCommand, workerStreamCommand } from './call.js';
import { workerConfigCommand } from './config.js';
import { workerDiffSurfaceCommand } from './diff-surface.js';
import { workerDoctorCommand } from './doctor.js';
import { workerDriftCommand } from './drift.js';
import { workerEnvCommand } from './env.js';
import { workerLogsCommand } from './logs.js';
import { workerManifestCommand } from './manifest.js';
import {
  workerCancelCommand,
  workerLoadCommand,
  workerPrefetchCommand,
  workerReloadCommand,
  workerUnloadCommand,
} from './lifecycle.js';
import { workerPsCommand } from './ps.js';
import { workerServeCommand } from './serve.js';
import { workerShowCommand } from './show.js';
import { workerDisableCommand, workerEnableCommand } from './switch.js';
import { workerValidateCommand } from './validate.js';
import { workerVerb } from './worker-verb.js';

/** `helve worker`: tools that live in their own process. */
export const workerCommand = workerVerb({
  name: 'worker',
  args: [],
  summary: 'list, check, call and configure tools that run in their own process',
  flags: [],
  examples: ['worker', 'worker validate PATH', 'worker manifest PATH', `worker call slug slugify '{"text":"One"}'`],
  notes: () =>
    'Capabilities are found by their manifests, in `capabilities` and `.helve/capabilities` or where `workers.paths` of the config says.',
  subcommands: [
    workerValidateCommand,
    workerManifestCommand,
    workerAddCommand,
    workerRmCommand,
    workerPsCommand,
    workerShowCommand,
    workerLoadCommand,
    workerUnloadCommand,
    workerReloadCommand,
    workerPrefetchCommand,
    workerCallCommand,
    workerStreamCommand,
    workerCancelCommand,
    workerConfigCommand,
    workerEnvCommand,
    workerEnableCommand,
    workerDisableCommand,
    workerLogsCommand,
    workerDriftCommand,
    workerDiffSurfaceCommand,
    workerDoctorCommand,
    workerServeCommand,
  ],
  async run({ terminal, location, json }) {
    const { io, style, width, print, notify } = terminal;
    const report = await discoverManifests(location.searchPaths);
    if (json) {
      print(JSON.stringify(report, undefined, 2));
      return ExitCode.done;
    }
    const rows = report.capabilities.map(({ manifest: { code } }) => [
      code.name,
      code.version,
      code.runtime,
      code.description,
    ]);
    if (rows.length === 0) notify('There are no capabilities on the search paths');
    else print(toTable(rows, { header: ['NAME', 'VERSION', 'RUNTIME', 'DESCRIPTION'], style, width }));
    for (const { path, by } of report.shadowed)
      notify(`${relative(io.cwd, path)} is hidden behind ${relative(io.cwd, by)}`);
    for (const { reason } of report.broken) notify(reason);
    return ExitCode.done;
  },
});
