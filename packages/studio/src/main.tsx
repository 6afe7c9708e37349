import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { readOffers } from './wire/offers.js';
import { takeStartToken } from './wire/start-token.js';

takeStartToken();
// The address of a server that was started again, typed into the same tab.
addEventListener('hashchange', takeStartToken);

const root = document.getElementById('root');
if (root === null) throw new Error('Cannot show the page: it has no element "root"');
createRoot(root).render(
  <StrictMode>
    <App offers={readOffers(document)} />
  </StrictMode>,
);
