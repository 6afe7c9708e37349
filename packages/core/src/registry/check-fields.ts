import type { Issue } from '../contract/issue.js';
import { NoSchemaMode, type ToolRecord } from '../contract/tool.js';

const ID_PATTERN = /^[A-Za-z0-9_.-]{1,128}$/;

/** Id, names, texts, version and body. */
export function checkFields(tool: Partial<Record<keyof ToolRecord, unknown>>): Issue[] {
  const issues: Issue[] = [];
  const expect = (holds: boolean, field: keyof ToolRecord, keyword: string, message: string) => {
    if (!holds) issues.push({ pointer: `/${field}`, keyword, message });
  };
  const { id, name, description, title, version, tags, noSchemaMode, strict, needsApproval, toModelOutput, execute } =
    tool;
  expect(
    typeof id === 'string' && ID_PATTERN.test(id),
    'id',
    'pattern',
    'Expected 1 to 128 of letters, digits, "_", "." and "-"',
  );
  expect(isText(name), 'name', 'minLength', 'Expected a name that is not empty');
  expect(isText(description), 'description', 'minLength', 'Expected a description: models and people choose by it');
  expect(title === undefined || isText(title), 'title', 'minLength', 'Expected a title that is not empty');
  expect(version === undefined || isText(version), 'version', 'minLength', 'Expected a version that is not empty');
  expect(tags === undefined || isTexts(tags), 'tags', 'type', 'Expected a list of texts');
  expect(
    noSchemaMode === undefined || isMode(noSchemaMode),
    'noSchemaMode',
    'enum',
    `Expected one of ${modes.join(', ')}`,
  );
  expect(strict === undefined || typeof strict === 'boolean', 'strict', 'type', 'Expected true or false');
  const isRule = needsApproval === undefined || typeof needsApproval === 'function';
  expect(isRule, 'needsApproval', 'type', 'Expected a function');
  const isConversion = toModelOutput === undefined || typeof toModelOutput === 'function';
  expect(isConversion, 'toModelOutput', 'type', 'Expected a function');
  expect(typeof execute === 'function', 'execute', 'type', 'Expected a function');
  return issues;
}

const modes: readonly string[] = Object.keys(NoSchemaMode);

function isMode(value: unknown): boolean {
  return typeof value === 'string' && modes.includes(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
