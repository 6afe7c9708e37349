import { canonicalJson } from '@helve/core';
import type { Termbase } from '../contract.js';
import { TERMBASE_SCHEMA } from './read-json.js';

/** Writes a termbase as JSON, a line for each concept, so that diffs are by line. */
export function* writeJson({ concepts, version }: Pick<Termbase, 'concepts' | 'version'>): Generator<string> {
  yield `{"schema":"${TERMBASE_SCHEMA}","version":"${version}","concepts":[`;
  for (const [index, concept] of concepts.entries()) yield `${index === 0 ? '' : ','}\n${canonicalJson(concept)}`;
  yield '\n]}\n';
}
