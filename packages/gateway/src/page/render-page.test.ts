import { readFile } from 'node:fs/promises';
import { createCaller, defineTool, ToolRegistry, type ToolRecord } from '@helve/core';
import { createGateway } from '@helve/gateway';
import { describe, expect, test } from 'vitest';

async function pageOf(tools: readonly ToolRecord[]): Promise<string> {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.addInline(tool);
  const answer = await createGateway({ caller: createCaller({ tools: registry }) }).fetch(
    new Request('http://localhost/'),
  );
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return answer.text();
}

const note = defineTool({
  id: 'send_note',
  title: 'Send a note',
  description: 'Sends a note',
  tags: ['mail'],
  policy: { requiresConfirmation: true, sideEffects: 'writes', effects: ['api-call'] },
  inputSchema: {
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email', description: 'Who gets it' },
      tone: { enum: ['kind', 'dry'], default: 'dry' },
      copies: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
      sign: { type: 'boolean', default: true },
      lines: { type: 'array', items: { type: 'string' } },
      style: { type: 'object', properties: { bold: { type: 'boolean' } } },
    },
    required: ['to'],
  },
  execute: () => 'sent',
});

const attack = `</textarea></script><script>alert("1")</script><img src=x onerror='alert(2)'>`;

describe('the welcome page', () => {
  test('shows each tool with title, id, description and badges', async () => {
    const page = await pageOf([note]);
    expect(page).toContain('<h2 id="t0-title">Send a note</h2> <code>send_note</code>');
    expect(page).toContain('Sends a note');
    for (const badge of ['writes', 'asks first', 'action', 'api-call', '#mail'])
      expect(page).toContain(`>${badge}</span>`);
  });

  test('has a control of the right kind for each parameter, with label, hint and default', async () => {
    const page = await pageOf([note]);
    expect(page).toContain('<label for="t0-0">to <span class="required">required</span></label>');
    expect(page).toContain(
      '<input id="t0-0" data-control aria-describedby="t0-0-hint t0-0-problem" aria-required="true" type="email" value=""',
    );
    expect(page).toContain('<p class="hint" id="t0-0-hint">Who gets it</p>');
    expect(page).toContain('<option value="&quot;dry&quot;" selected>dry</option>');
    expect(page).toContain('type="number" value="1" min="1" max="3" step="1">');
    expect(page).toMatch(/<input id="t0-3"[^>]* type="checkbox" checked data-always-sent>/);
    expect(page).toMatch(/<textarea id="t0-4"[^>]* data-item-type="string">/);
    expect(page).toContain('<legend>style</legend>');
    expect(page).toContain('data-pointer="/style/bold"');
  });

  test('gives every id once, and every label, description and heading a target', async () => {
    const page = await pageOf([note, { ...note, id: 'other' }]);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, names] of page.matchAll(/ (?:for|aria-describedby|aria-labelledby)="([^"]*)"/g)) {
      for (const name of (names ?? '').split(' ')) expect(ids).toContain(name);
    }
  });

  test('shows hostile text as text, wherever a tool can put it', async () => {
    const hostile = defineTool({
      id: `x"${attack}`,
      name: attack,
      title: attack,
      description: attack,
      version: attack,
      tags: [attack],
      inputSchema: {
        type: 'object',
        properties: {
          [attack]: { type: 'string', title: attack, description: attack, default: attack },
          text: { type: 'string', default: attack },
          choice: { enum: [attack], default: attack },
          list: { type: 'array', items: { type: 'string' }, default: [attack] },
          json: { default: { [attack]: attack } },
          group: { type: 'object', title: attack, description: attack, properties: { [attack]: { type: 'number' } } },
        },
      },
      execute: () => null,
    });
    const page = await pageOf([hostile]);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img/);
    // Only quotes that the page itself wrote are left: take out every well-formed tag, and no angle bracket may remain.
    expect(page.replaceAll(/<\/?[a-z][a-z\d]*(?: [\w:-]+(?:="[^"<>]*")?)*>|<!doctype html>/g, '')).not.toMatch(/[<>]/);
  });

  test('says so when there are no tools', async () => {
    expect(await pageOf([])).toContain('there are no tools behind it yet');
  });

  test('asks for nothing but its own files, and has no inline script or style', async () => {
    const page = await pageOf([note]);
    expect(page).not.toMatch(/ style=| on\w+=|https?:/);
    const registry = new ToolRegistry();
    const gateway = createGateway({ caller: createCaller({ tools: registry }) });
    const seen = new Set<string>();
    const queue = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const answer = await gateway.fetch(new Request(`http://localhost${path}`));
      expect([path, answer.status]).toEqual([path, 200]);
      const text = await answer.text();
      for (const [, file] of text.matchAll(/from '\.\/([\w-]+\.js)'/g))
        if (!seen.has(file ?? '')) queue.push(`/assets/${file}`);
      seen.add(path);
    }
    expect([...seen].toSorted()).toEqual(
      ['build-input.js', 'command-lines.js', 'icon.svg', 'page.css', 'page.js'].map((file) => `/assets/${file}`),
    );
  });
});

test('page.css keeps every text at a contrast of at least 4.5, light and dark', async () => {
  const css = await readFile(new URL('../../static/page.css', import.meta.url), 'utf8');
  const [light, dark] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) =>
    Object.fromEntries(
      [...(body ?? '').matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
    ),
  );
  const pairs = ['ink', 'quiet', 'accent', 'bad', 'good'].flatMap((ink) =>
    ['paper', 'sheet', 'well'].map((back) => [ink, back]),
  );
  for (const theme of [light, { ...light, ...dark }]) {
    for (const [ink = '', back = ''] of [...pairs, ['warn', 'warn-back'], ['on-accent', 'accent']]) {
      expect(contrast(theme?.[ink] ?? '', theme?.[back] ?? ''), `${ink} on ${back}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
