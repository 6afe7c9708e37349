import type { ToolRecord } from '@helve/core';
import { createMtTranslateTool } from '@helve/l10n/run';
import { projectErrors } from '../project-errors.js';
import type { Environment } from '../project-io.js';
import { namedOr } from '../reach/named-or.js';
import type { ModelConfig } from './assert-keys.js';
import { credentialVariable } from './credential.js';
import { onlyForSteps } from './only-for-steps.js';

/** The variable that holds the key of each engine unless a credential is named. */
export const engineKeys: { readonly [engine: string]: string } = {
  deepl: 'DEEPL_API_KEY',
  google: 'GOOGLE_TRANSLATE_API_KEY',
  microsoft: 'AZURE_TRANSLATOR_KEY',
  modernmt: 'MODERNMT_API_KEY',
};

/** The record `mt.translate`, with keys from the environment. */
export function mtTranslate(config: ModelConfig, env: Environment): ToolRecord {
  const keyFor = (engine: string, credential: string | undefined) => {
    const variable = credential === undefined ? engineKeys[engine] : credentialVariable(credential, config.resources);
    const key = variable === undefined ? undefined : env[variable];
    if (variable !== undefined && (key === undefined || key === ''))
      throw projectErrors.create('PROJECT_MODEL_KEY_MISSING', { model: engine, keyFrom: variable });
    return key;
  };
  const addressOf = (endpoint: string) => {
    const address = namedOr(endpoint, 'endpoints', config);
    if (URL.canParse(address)) return address;
    const problem = `the endpoint "${endpoint}" is not an address, and there is none of this name in \`resources.endpoints\``;
    throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem });
  };
  return onlyForSteps(
    createMtTranslateTool({ keyFor, addressOf }),
    'Run a tool such as deepl-translate, or a flow with it',
  );
}
