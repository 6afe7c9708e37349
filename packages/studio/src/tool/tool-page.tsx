import { useMemo } from 'react';
import { FailureNotice, Notice } from '../part/notice.js';
import { linkTo, type Route } from '../route.js';
import type { Offer } from '../wire/offers.js';
import type { Fetched } from '../wire/use-fetched.js';
import type { ToolContract } from '../wire/wire.js';
import { ToolList } from './tool-list.js';
import { ToolView } from './tool-view.js';

/** What the door says about its tools. */
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

/** The list of tools, and the one that is open. */
export function ToolPage({ route, offers, listed, onCalled }: ToolPageProps) {
  const { data, failure } = listed;
  // The list is asked for again and again; a tool that did not change keeps its form.
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
    return <Notice>This door works, but there are no tools behind it yet. Add one to the configuration.</Notice>;
  }
  return (
    <div className="welcome wide-only">
      <h1 tabIndex={-1}>Every tool, by hand</h1>
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

/** The value from before, as long as the new one says the same. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps -- equal by what it says, not by what it is
  return useMemo(() => value, [text]);
}
