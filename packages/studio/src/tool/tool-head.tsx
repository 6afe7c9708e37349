import { Markdown } from '../part/markdown.js';
import type { ToolContract } from '../wire/wire.js';
import { Badges } from './badges.js';
import { titleOf } from './title-of.js';

/** Title, description and documentation of a tool. */
export function ToolHead({ tool }: { readonly tool: ToolContract }) {
  const title = titleOf(tool);
  const documentation = tool.docs?.documentation ?? tool.docs?.summary;
  return (
    <header className="view-head">
      <h1 tabIndex={-1}>{title}</h1>
      {title !== tool.id && <code>{tool.id}</code>}
      <p>{tool.description}</p>
      <Badges tool={tool} />
      {documentation !== undefined && documentation !== tool.description && (
        <details className="docs">
          <summary>Documentation</summary>
          <Markdown text={documentation} />
        </details>
      )}
    </header>
  );
}
