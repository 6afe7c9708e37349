import { canonicalJson, sha256 } from '@helve/core';
import type { BuiltTool } from './built-tool.js';

/** What a provider's file holds of one tool. */
type Form = Pick<BuiltTool['beside'][string], 'schema' | 'restore'>;

// By tool and provider; they go when the tool goes.
const written = new WeakMap<BuiltTool, Map<string, string>>();

/**
 * The digest of one provider's forms, as `providerDigestOf` of core gives it. It is put together from the text of each
 * form, and that of a tool which an earlier build of this process has made is not written again.
 */
export function joinedDigestOf(provider: string, forms: ReadonlyMap<BuiltTool, Form>): string {
  const members = [...forms].map(([built, form]) => {
    const texts = written.get(built) ?? new Map<string, string>();
    const text = texts.get(provider) ?? canonicalJson({ schema: form.schema, restore: form.restore });
    written.set(built, texts.set(provider, text));
    return `${JSON.stringify(built.tool.toolId)}:${text}`;
  });
  // Ids are plain, so that members sort as their names do.
  return sha256(`{${members.toSorted().join(',')}}`);
}
