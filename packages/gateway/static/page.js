// Brings the page to life: search, forms that call tools, and lines to copy. Everything shown is set as text, never as HTML.
import { buildInput, nearestPointer } from './build-input.js';
import { toCurlLine, toHelveLine } from './command-lines.js';

const tools = [...document.querySelectorAll('[data-tool]')];
for (const tool of tools) wireTool(tool);
wireSearch();
openLinkedTool();
window.addEventListener('hashchange', openLinkedTool);

function wireSearch() {
  const box = document.querySelector('#search');
  const count = document.querySelector('#search-count');
  const filter = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const tool of tools) {
      tool.hidden = !words.every((word) => tool.dataset.search.includes(word));
      if (!tool.hidden) shown += 1;
    }
    count.textContent = words.length === 0 ? plural(tools.length) : `${shown} of ${plural(tools.length)}`;
  };
  box.addEventListener('input', filter);
  filter();
}

function openLinkedTool() {
  const linked = document.getElementById(location.hash.slice(1));
  const details = linked?.querySelector(':scope > details');
  if (details) details.open = true;
  else if (tools.length === 1) tools[0].querySelector('details').open = true;
}

function wireTool(tool) {
  const form = tool.querySelector('form');
  const stop = tool.querySelector('[data-stop]');
  let running;
  form.addEventListener('input', () => showLines(tool));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (running) return;
    running = new AbortController();
    stop.disabled = false;
    await runTool(tool, running.signal);
    running = undefined;
    stop.disabled = true;
  });
  stop.addEventListener('click', () => running?.abort());
  for (const button of tool.querySelectorAll('[data-copy]')) wireCopy(button);
  showLines(tool);
}

async function runTool(tool, signal) {
  const { input, issues } = buildInput(readFields(tool).map(({ state }) => state));
  showIssues(tool, issues);
  if (issues.length > 0) {
    showStatus(tool, 'failed', 'Not sent: correct the marked fields first.');
    return;
  }
  showStatus(tool, 'running', 'Running…');
  const began = performance.now();
  try {
    const answer = await fetch(`/v1/tools/${encodeURIComponent(tool.dataset.tool)}/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal,
    });
    showAnswer(tool, answer.status, await answer.json(), performance.now() - began);
  } catch (error) {
    const stopped = signal.aborted ? 'Stopped: the tool was told to end.' : `No answer: ${error.message}`;
    showStatus(tool, 'failed', stopped);
  }
}

function showAnswer(tool, status, body, elapsedMs) {
  const time = `${elapsedMs < 10 ? elapsedMs.toFixed(1) : Math.round(elapsedMs)} ms`;
  if (body.ok === true) {
    showStatus(tool, 'done', `Done in ${time}`, body.intents.length === 0 ? body.data : body);
    return;
  }
  const message = body.error?.message ?? body.detail ?? 'No reason given';
  const suggestion = body.error?.details?.suggestion ?? body.suggestion;
  const issues = body.error?.details?.issues ?? [];
  showIssues(tool, issues);
  const advice = issues.length > 0 || suggestion === undefined ? '' : ` — ${suggestion}`;
  showStatus(
    tool,
    'failed',
    `${body.error?.type ?? body.title} (${status}, ${time}): ${message}${advice}`,
    body.error ?? body,
  );
}

function showStatus(tool, state, text, data) {
  const status = tool.querySelector('[data-status]');
  status.dataset.state = state;
  status.textContent = text;
  tool.querySelector('[data-result]').textContent = data === undefined ? '' : JSON.stringify(data, undefined, 2);
}

/** Each issue beside its field; the first such field gets the focus. */
function showIssues(tool, issues) {
  const fields = readFields(tool);
  const pointers = fields.map(({ state }) => state.pointer);
  const messages = new Map();
  for (const { pointer, message } of issues) {
    const place = nearestPointer(pointer, pointers);
    if (place !== undefined) messages.set(place, [...(messages.get(place) ?? []), message]);
  }
  let first;
  for (const { state, control } of fields) {
    const problems = messages.get(state.pointer);
    document.getElementById(`${control.id}-problem`).textContent = problems?.join('; ') ?? '';
    if (problems === undefined) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
    if (problems !== undefined) first ??= control;
  }
  first?.focus();
}

function showLines(tool) {
  const fields = readFields(tool).map(({ state }) => state);
  const { input } = buildInput(fields);
  tool.querySelector('[data-line="helve"]').textContent = toHelveLine(tool.dataset.tool, input, fields);
  tool.querySelector('[data-line="curl"]').textContent = toCurlLine(location.origin, tool.dataset.tool, input);
}

/** The fields of a form as plain data, each with the element that holds it. */
function readFields(tool) {
  return [...tool.querySelectorAll('[data-field]')].map((element) => {
    const { kind, pointer, required } = element.dataset;
    const control = kind === 'object' ? element : element.querySelector('[data-control]');
    const state = { kind, pointer, required: required !== undefined };
    if (kind === 'object') return { state, control };
    const { alwaysSent, itemType } = control.dataset;
    const { value: text, checked, validity } = control;
    return {
      state: { ...state, text, checked, itemType, alwaysSent: alwaysSent !== undefined, unreadable: validity.badInput },
      control,
    };
  });
}

function wireCopy(button) {
  const line = button.closest('.line').querySelector('[data-line]');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(line.textContent);
      button.textContent = 'Copied';
    } catch {
      // Not every page may write to the clipboard; a selection is one keystroke away from it.
      getSelection().selectAllChildren(line);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
}

function plural(count) {
  return count === 1 ? '1 tool' : `${count} tools`;
}
