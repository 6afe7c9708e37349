import { useMemo } from 'react';
import { FailureNotice, Notice } from '../part/notice.js';
import { linkTo, type Route } from '../route.js';
import type { Offer } from '../wire/offers.js';
import type { Fetched } from '../wire/use-fetched.js';
import type { ToolContract } from '../wire/wire.js';
import { ToolList } from './tool-list.js';
import { ToolView } from './tool-view.js';

/** Response of the gateway with its tools. */
export interface ToolListing {
  readonly tools: readonly ToolContract[];
  readonly version: string;
}

interface ToolPageProps {
  readonly route: Route;
  readonly offers: ReadonlySet<Offer>;
  readonly listed: Fetched<ToolListing>;
  readonly onCalled: () => void;
}

/** View of the tools: the list, and the open one. */
export function ToolPage({ route, offers, listed, onCalled }: ToolPageProps) {
  const { data, failure } = listed;
  // The list is fetched again and again; a tool that did not change keeps its form.
  const tool = useSame(data?.tools.find(({ id }) => id === route.name));
  return (
    <div className={route.name === undefined ? 'columns' : 'columns has-open'}>
      <ToolList tools={data?.tools ?? []} open={route.name} isLoading={data === undefined} />
      <main className="content" id="content">
        <FailureNotice failure={failure} />
        {route.name !== undefined && (
          <p className="back narrow-only">
            <a href={linkTo('tools')}>All tools</a>
          </p>
        )}
        {tool !== undefined && (
          <ToolView
            // Another schema is another form.
            key={JSON.stringify([tool.id, tool.inputSchema])}
            tool={tool}
            offers={offers}
            from={route.from}
            onCalled={onCalled}
          />
        )}
        {tool === undefined && data !== undefined && <NoTool name={route.name} count={data.tools.length} />}
      </main>
    </div>
  );
}

function NoTool({ name, count }: { readonly name: string | undefined; readonly count: number }) {
  if (name !== undefined) return <Notice>There is no tool called “{name}” here.</Notice>;
  if (count === 0) {
    return <Notice>The gateway is running, but it has no tools yet. Add one to the configuration.</Notice>;
  }
  return (
    <div className="welcome wide-only">
      <h1 tabIndex={-1}>Try any tool</h1>
      <p>
        Choose a tool, fill in its form and run it. The same call works from the terminal, over HTTP and over MCP, under
        the same rules, and leaves the same record.
      </p>
      <p className="hint">
        Press <kbd>/</kbd> to find a tool.
      </p>
    </div>
  );
}

/** Keeps the previous value while the new one is equal to it. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps -- equal by what it says, not by what it is
  return useMemo(() => value, [text]);
}
