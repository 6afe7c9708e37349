// node validate.mjs FILE: prints, as JSON, what each of the programs says that read OpenAPI documents.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import SwaggerParser from '@apidevtools/swagger-parser';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [, , file = ''] = process.argv;
const require = createRequire(import.meta.url);

/** The document as swagger-parser reads it: every reference found, the whole valid. */
async function bySwaggerParser() {
  try {
    await SwaggerParser.validate(file);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** What Redocly's recommended rules call an error. */
async function byRedocly() {
  const bin = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js');
  const args = [bin, 'lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, args, { env, maxBuffer: 1e8 });
  const { stdout } = await run.catch((failure) => failure);
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  return problems.map(({ ruleId, severity, message, location }) => ({
    ruleId,
    severity,
    message,
    pointer: location?.[0]?.pointer,
  }));
}

/** The types of the document compile, and those of the paths are not empty. */
async function byOpenApiTypescript() {
  try {
    const text = astToString(await openapiTS(JSON.parse(await readFile(file, 'utf8')), { silent: true }));
    const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
    const problems = diagnostics.map(({ messageText }) => String(messageText));
    return text.includes('export interface paths') ? problems : [...problems, 'there are no paths'];
  } catch (error) {
    return [String(error)];
  }
}

const [swaggerParser, redocly, openApiTypescript] = await Promise.all([
  bySwaggerParser(),
  byRedocly(),
  byOpenApiTypescript(),
]);
console.log(JSON.stringify({ swaggerParser, redocly, openApiTypescript }));
