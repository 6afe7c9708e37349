// What the fields of a form say, as the input of a tool: pure functions, so that they can be tested without a page.

/**
 * @typedef {object} FieldState
 * @property {'text' | 'number' | 'boolean' | 'choice' | 'list' | 'json' | 'object'} kind
 * @property {string} pointer JSON pointer to the value
 * @property {boolean} required
 * @property {string} [text] what stands in the control
 * @property {boolean} [checked]
 * @property {boolean} [alwaysSent] a checkbox that says something when it is off, too
 * @property {boolean} [unreadable] the control holds something that is not even of its kind
 * @property {'string' | 'number' | 'boolean'} [itemType]
 */

/**
 * Fields in the order of the form, containers before what is in them.
 * @param {readonly FieldState[]} fields
 * @returns {{ input: unknown, issues: { pointer: string, message: string }[] }}
 */
export function buildInput(fields) {
  const issues = [];
  const root = { value: emptyObject() };
  for (const field of fields) {
    const read = readField(field);
    if (read.problem !== undefined) issues.push({ pointer: field.pointer, message: read.problem });
    else if (read.value !== undefined) put(root, field.pointer, read.value, true);
  }
  // What is required and empty is sent as empty where its container is sent at all.
  for (const field of fields) {
    if (field.required && field.kind in empties) put(root, field.pointer, empties[field.kind](), false);
  }
  return { input: root.value, issues };
}

const emptyObject = () => Object.create(null);
const empties = { text: () => '', list: () => [], object: emptyObject };

function readField({ kind, text = '', checked, alwaysSent, unreadable, itemType }) {
  if (unreadable) return { problem: 'Not a number' };
  if (kind === 'boolean') return checked || alwaysSent ? { value: checked } : {};
  if (kind === 'object' || text === '') return {};
  if (kind === 'text') return { value: text };
  if (kind === 'number') return { value: Number(text) };
  if (kind === 'list') return readList(text, itemType);
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'Not valid JSON' };
  }
}

function readList(text, itemType) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length === 0 ? {} : { value: lines.map((line) => readItem(line, itemType)) };
}

/** What is not of its type is sent as text: the tool says better what is wrong. */
function readItem(line, itemType) {
  const word = line.trim();
  if (itemType === 'number' && Number.isFinite(Number(word))) return Number(word);
  if (itemType === 'boolean' && (word === 'true' || word === 'false')) return word === 'true';
  return line;
}

/** Puts a value at a pointer; containers on the way are made only if asked for, and what is there stays. */
function put(root, pointer, value, makeContainers) {
  if (pointer === '') {
    root.value = value;
    return;
  }
  const path = stepsOf(pointer);
  const last = path.pop();
  let container = root.value;
  for (const step of path) {
    if (!Object.hasOwn(container, step)) {
      if (!makeContainers) return;
      container[step] = emptyObject();
    }
    container = container[step];
  }
  if (!Object.hasOwn(container, last)) container[last] = value;
}

function stepsOf(pointer) {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The field an issue is about: the one it points at, or the nearest one around that.
 * @param {string} pointer
 * @param {readonly string[]} known pointers of fields
 */
export function nearestPointer(pointer, known) {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    if (known.includes(place)) return place;
  }
  return known.includes('') ? '' : undefined;
}
