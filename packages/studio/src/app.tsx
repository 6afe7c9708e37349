import { lazy, Suspense, useEffect, useRef } from 'react';
import { ApprovalView } from './approval/approval-view.js';
import { KeyForm } from './key-form.js';
import { Logo } from './part/logo.js';
import { linkTo, useRoute, type Route, type ViewName } from './route.js';
import { ToolPage, type ToolListing } from './tool/tool-page.js';
import { RecordView } from './trail/record-view.js';
import { TrailView } from './trail/trail-view.js';
import { GatewayError } from './wire/gateway-error.js';
import { readApiKey, storeApiKey } from './wire/api-key.js';
import type { Offer } from './wire/offers.js';
import { useFetched, type Fetched } from './wire/use-fetched.js';
import { useFeed } from './wire/use-feed.js';
import type { Approval } from './wire/wire.js';

const toolsEveryMs = 30_000;

// Views that are loaded when they are opened.
const WorkerView = lazy(async () => ({ default: (await import('./worker/worker-view.js')).WorkerView }));
const TalkView = lazy(async () => ({ default: (await import('./voice/talk-view.js')).TalkView }));

type Waiting = Fetched<{ readonly approvals: readonly Approval[] }>;

/** The whole page: a header with its views, and the view that the address names. */
export function App({ offers }: { readonly offers: ReadonlySet<Offer> }) {
  const route = useRoute();
  const listed = useFetched<ToolListing>('/v1/tools', toolsEveryMs);
  const waiting: Waiting = useFeed(offers.has('approvals') ? '/v1/approvals/live' : undefined, 'approvals');
  useTitle(route);
  useFocus(route);
  const isLocked = listed.failure instanceof GatewayError && listed.failure.status === 401;
  const count = waiting.data?.approvals.length ?? 0;
  return (
    <>
      <a className="skip" href="#content" onClick={skip}>
        Skip to content
      </a>
      <header className="top">
        <a className="brand" href={linkTo('tools')}>
          <Logo />
          Helve
        </a>
        <Views offers={offers} open={route.view} waiting={count} />
        {readApiKey() !== undefined && !isLocked && (
          <button type="button" className="small leave" onClick={leave}>
            Sign out
          </button>
        )}
      </header>
      {isLocked ? (
        <main className="content" id="content">
          <KeyForm
            onKey={() => {
              listed.reload();
              waiting.reload();
            }}
          />
        </main>
      ) : (
        <Body route={route} offers={offers} listed={listed} waiting={waiting} />
      )}
    </>
  );
}

function Views(props: { readonly offers: ReadonlySet<Offer>; readonly open: ViewName; readonly waiting: number }) {
  const { offers, open, waiting } = props;
  const views: readonly (readonly [ViewName, string, boolean])[] = [
    ['tools', 'Tools', true],
    ['approvals', 'Approvals', offers.has('approvals')],
    ['trail', 'Trail', offers.has('trail')],
    ['workers', 'Workers', offers.has('workers')],
    ['talk', 'Talk', offers.has('voice')],
  ];
  return (
    <nav className="views" aria-label="Views">
      {views.map(([view, title, isThere]) =>
        isThere ? (
          <a key={view} href={linkTo(view)} aria-current={view === open ? 'page' : undefined}>
            {title}
            {view === 'approvals' && waiting > 0 && (
              <span className="count">
                {waiting}
                <span className="unseen"> waiting</span>
              </span>
            )}
          </a>
        ) : null,
      )}
    </nav>
  );
}

interface BodyProps {
  readonly route: Route;
  readonly offers: ReadonlySet<Offer>;
  readonly listed: Fetched<ToolListing>;
  readonly waiting: Waiting;
}

function Body({ route, offers, listed, waiting }: BodyProps) {
  const tools = listed.data?.tools;
  if (route.view === 'tools')
    return <ToolPage route={route} offers={offers} listed={listed} onCalled={waiting.reload} />;
  return (
    <main className="content" id="content">
      {route.view === 'approvals' && <ApprovalView pending={waiting} />}
      {route.view === 'trail' && route.name === undefined && <TrailView tools={tools ?? []} />}
      {route.view === 'trail' && route.name !== undefined && <RecordView key={route.name} requestId={route.name} />}
      <Suspense fallback={null}>
        {route.view === 'workers' && <WorkerView open={route.name} />}
        {route.view === 'talk' && <TalkView />}
      </Suspense>
    </main>
  );
}

function useTitle({ view, name }: Route): void {
  useEffect(() => {
    const title = name ?? view[0]?.toUpperCase() + view.slice(1);
    document.title = `${title} · Helve`;
  }, [view, name]);
}

/** Moves the focus to the heading of a view after a link was followed; not on the first page. */
function useFocus({ view, name }: Route): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    document.querySelector<HTMLElement>('#content h1')?.focus();
  }, [view, name]);
}

/** Forgets the key and reloads, so that nothing that it opened stays on the page. */
function leave(): void {
  storeApiKey(undefined);
  location.reload();
}

/** Skips to the content: moves the focus without changing the address. */
function skip(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content :is(h1, input, button, a)')?.focus();
}
