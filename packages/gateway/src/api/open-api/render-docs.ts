import { escapeHtml } from '@helve/core';
import type { OpenApi, OpenApiOperation } from './to-open-api.js';

/** A description of the API for people: no script, nothing from elsewhere. */
export function renderDocs({ info, paths, components: { schemas } }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === tag);
    return `<section id="${escapeHtml(tag)}">\n<h2>${escapeHtml(tag)}</h2>\n${own.map((one) => toArticle(one, schemas)).join('\n')}\n</section>`;
  });
  const links = tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<link rel="stylesheet" href="/v1/docs.css">
</head>
<body>
<header>
<h1>${escapeHtml(info.title)} API</h1>
<p>${escapeHtml(info.description)} For programs: <a href="/v1/openapi.json">openapi.json</a>, version ${escapeHtml(info.version)}.</p>
<nav aria-label="Sections">${links}</nav>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

function toArticle({ path, method, operation }: Listed, schemas: Schemas): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  return `<article id="${escapeHtml(operationId)}">
<h3><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}</p>
${typeof description === 'string' && description !== summary ? `<p>${escapeHtml(description)}</p>` : ''}
${toDetails('Parameters', parameters)}${toDetails('Body', renderBody(requestBody, schemas))}${toDetails('Answers', responses)}
</article>`;
}

type Schemas = OpenApi['components']['schemas'];

/** The schema of a body itself, in place of the reference to it. */
function renderBody(requestBody: OpenApiOperation['requestBody'], schemas: Schemas): unknown {
  const schema = requestBody?.content['application/json']?.schema;
  const name = typeof schema === 'object' ? schema.$ref?.split('/').at(-1) : undefined;
  return name === undefined ? schema : schemas[name];
}

function toDetails(name: string, part: unknown): string {
  if (part === undefined) return '';
  return `<details><summary>${name}</summary><pre>${escapeHtml(JSON.stringify(part, undefined, 2))}</pre></details>\n`;
}

/** Served beside the page, since no style is allowed inside it. */
export const docsStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav a { margin-right: 0.75rem; }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.5rem 0; }
h3 { font-size: 1rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
.method { display: inline-block; font-weight: 700; min-width: 3.5rem; }
pre { max-height: 30rem; overflow: auto; padding: 0.5rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
summary { cursor: pointer; }
`;
