import { agentErrors } from '@helve/agent';
import { buildErrors } from '@helve/build';
import { cliErrors } from '@helve/cli';
import { coreErrors, errorTypes, type ErrorRow } from '@helve/core';
import { flowErrors } from '@helve/flow';
import { gatewayErrors } from '@helve/gateway';
import { governErrors } from '@helve/govern';
import { l10nErrors } from '@helve/l10n';
import { projectErrors } from '@helve/project';
import { storeErrors } from '@helve/store';
import { workerErrors } from '@helve/worker/host';

const tables = [
  coreErrors,
  governErrors,
  buildErrors,
  agentErrors,
  workerErrors,
  flowErrors,
  l10nErrors,
  storeErrors,
  gatewayErrors,
  projectErrors,
  cliErrors,
];

/** The two tables of `docs/errors.md`, as they follow from the data. */
export function errorTablesInMarkdown(): string {
  return `${typesTable()}\n\n${codesTable(tables.flatMap(({ rows }) => rows))}`;
}

function typesTable(): string {
  const rows = Object.entries(errorTypes).map(
    ([type, { layer, retryable, httpStatus, meaning }]) =>
      `| \`${type}\` | ${layer} | ${retryable ? 'yes' : 'no'} | ${httpStatus} | ${meaning} |`,
  );
  return ['| type | said by | retryable | HTTP | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

function codesTable(rows: readonly ErrorRow[]): string {
  const lines = rows.map(
    ({ code, room, type, message, docs }) =>
      `| \`${code}\` | ${room} | \`${type}\` | ${escape(message)} | ${escape(docs)} |`,
  );
  return ['| code | room | type | message | what to do |', '|---|---|---|---|---|', ...lines].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
