import type { ToolContract } from '@helve/core';
import { html, type Html } from './html.js';
import { renderTool } from './render-tool.js';

/** The welcome page: every tool, each with a form that calls it. */
export function renderPage(tools: readonly ToolContract[], version: string): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Helve tools</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/page.css">
<script type="module" src="/assets/page.js"></script>
</head>
<body>
<a class="skip" href="#tools">Skip to the tools</a>
<header>
<h1>Helve</h1>
<p>${intro(tools.length)}</p>
<noscript><p class="note">The forms need JavaScript. Without it you can read the list and call a tool with
<code>POST /v1/tools/NAME/call</code>.</p></noscript>
<div class="search" role="search" data-needs-script>
<label for="search">Find a tool</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<p id="search-count" aria-live="polite">${countOf(tools.length)}</p>
</div>
</header>
<main id="tools" tabindex="-1">
${tools.length === 0 ? emptyNote() : tools.map(renderTool)}
</main>
<footer>
<p>Registry version <code>${version}</code> · <a href="/v1/tools">the same list as JSON</a></p>
</footer>
</body>
</html>
`;
  return page.toString();
}

function intro(count: number): string {
  return count === 0
    ? 'This door works, but there are no tools behind it yet.'
    : 'Open a tool, fill in its form and run it; the same call works from the terminal and over HTTP.';
}

function countOf(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}

function emptyNote(): Html {
  return html`<p class="note">Add a tool to the configuration of your project, then start the gateway again.</p>`;
}
