import { useMemo } from 'react';
import { CodeBlock } from './code-block.js';
import { toJsonTokens } from './json-tokens.js';
import { toVisibleJson } from './visible-json.js';

/** Displays a value: a text as it is, anything else as coloured JSON. */
export function JsonBlock({ title, value }: { readonly title: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : toVisibleJson(value);
  const tokens = useMemo(() => (typeof value === 'string' ? undefined : toJsonTokens(text)), [value, text]);
  return (
    <CodeBlock title={title} text={text}>
      {tokens?.map(({ kind, text: piece }, index) =>
        kind === 'mark' ? (
          piece
        ) : (
          <span key={index} className={`json-${kind}`}>
            {piece}
          </span>
        ),
      )}
    </CodeBlock>
  );
}
