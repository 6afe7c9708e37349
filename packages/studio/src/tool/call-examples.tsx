import { CodeBlock } from '../part/code-block.js';
import { JsonBlock } from '../part/json-block.js';
import { Tabs } from '../part/tabs.js';
import type { Field } from '../form/field.js';
import { toCurlLine } from '../command/curl-line.js';
import { toHelveLine } from '../command/helve-line.js';
import { toHttpConfig, toStdioConfig } from '../command/mcp-config.js';
import { readApiKey } from '../wire/api-key.js';
import type { ToolContract } from '../wire/wire.js';

interface ElsewhereProps {
  readonly tool: ToolContract;
  readonly input: unknown;
  /** Field of the form; absent while the input is edited as JSON. */
  readonly form: Field | undefined;
}

/** Examples of the call in the terminal, over HTTP and over MCP, to copy. */
export function CallExamples({ tool, input, form }: ElsewhereProps) {
  const hasKey = readApiKey() !== undefined;
  const { origin } = location;
  return (
    <section className="card" aria-label="Examples">
      <h2>Use it elsewhere</h2>
      <Tabs
        label="Examples"
        tabs={[
          { title: 'Terminal', content: <CodeBlock title="helve" text={toHelveLine(tool.id, input, form)} /> },
          { title: 'HTTP', content: <CodeBlock title="curl" text={toCurlLine(origin, tool.id, input, hasKey)} /> },
          {
            title: 'MCP',
            content: (
              <>
                <CodeBlock title="Over HTTP" text={toHttpConfig(origin, hasKey)} />
                <CodeBlock title="Over stdio" text={toStdioConfig()} />
                <p className="hint note">
                  <code>npx helve mcp config CLIENT</code> prints it as Claude Desktop, VS Code, Cursor or the MCP
                  inspector want it.
                </p>
              </>
            ),
          },
          { title: 'Schema', content: <Schemas tool={tool} /> },
        ]}
      />
    </section>
  );
}

function Schemas({ tool }: { readonly tool: ToolContract }) {
  return (
    <>
      <JsonBlock title="Input" value={tool.inputSchema} />
      {tool.outputSchema !== undefined && <JsonBlock title="Output" value={tool.outputSchema} />}
    </>
  );
}
