import type { Json, JsonObject } from '@helve/core';
import {
  compileFlow,
  FlowToolRegistry,
  parseFlow,
  portKey,
  registerAll,
  type CompiledFlow,
  type ComponentSchema,
  type IOPort,
  type PropertySchema,
  type Step,
  type ToolEntry,
  type ToolMeta,
} from '@helve/flow';
import { loadTools } from '@helve/l10n';
import { checkRules } from '@helve/l10n/testing';

const allTools = await loadTools();

const registry = new FlowToolRegistry();
registerAll(registry, allTools);
registry.seal();

/** What the step on a page says, where a tool must be told something or where more than one parameter explains it. */
const examples: { readonly [tool: string]: JsonObject } = {
  'ai-entity-extract': { types: ['person', 'organization'] },
  'brand-vocab-check': { vocabulary: [{ term: 'cheap', status: 'forbidden', use: 'affordable' }] },
  'chars-check': { forbiddenChars: '…', charset: 'windows-1252' },
  'dnt-check': { terms: ['Helve'] },
  'encoding-convert': { targetEncoding: 'windows-1252', onUnmappable: 'escape', applySource: true },
  'external-command': { command: 'tr', args: ['a-z', 'A-Z'] },
  'layer-processor': { layers: { html: { steps: [{ tool: 'word-count' }] } } },
  'length-check': { maxChars: 40, unit: 'graphemes' },
  'pattern-check': { patterns: [{ name: 'product codes', pattern: '[A-Z]{2}-[0-9]{4}', mustMatch: true }] },
  'diff-leverage': { previous: 'previous/app.xlf' },
  'properties-set': { properties: { reviewed: 'yes' } },
  'pseudo-translate': { targetLocale: 'qps', expansionPercent: 40 },
  redact: { rules: [{ term: 'Acme', category: 'organization' }], presets: ['email'] },
  script: { code: 'export function process(part) { return part; }\n' },
  'search-replace': { search: 'colour', replace: 'color', wholeWord: true },
  'tag-protect': { mode: 'convert' },
  'term-check': { glossary: [{ source: 'window', target: ['Fenster'] }] },
  'xslt-transform': { rules: [{ pattern: 'http:', replace: 'https:', scope: 'tag' }] },
};

/** Steps that must come before a tool's own. */
const before: { readonly [tool: string]: readonly Step[] } = {
  unredact: [{ tool: 'redact', config: { presets: ['email'] } }],
};

/** The page of each tool, by its path under `docs/tools`. */
export function toolPages(): ReadonlyMap<string, string> {
  const shown = allTools.filter(({ schema }) => schema.toolMeta?.internal !== true);
  const pages = shown.map((entry) => [`${entry.name}.md`, pageOf(entry)] as const);
  return new Map([['README.md', indexOf(shown)], ...pages]);
}

/** The flow on a tool's page, as the checks at load see it. */
export function compiledExample(tool: string): CompiledFlow {
  return compileFlow(parseFlow(exampleOf(tool)), registry, {
    sourceLocale: 'en',
    targetLocales: ['de', 'fr'],
    source: { kind: 'store' },
    execTrusted: true,
  });
}

/** A flow with one step, and what that must have before it. */
function exampleOf(tool: string): string {
  const steps = [...(before[tool] ?? []), { tool, config: configOf(tool) }];
  return `name: Example\nsteps:\n${steps.map((step) => yamlItem(step, '  ')).join('\n')}`;
}

function indexOf(entries: readonly ToolEntry[]): string {
  const rows = entries.map(({ name, schema }) => `| [${name}](${name}.md) | ${escape(schema.description)} |`);
  return `# Flow tools\n\nThe steps that a flow can have. \`helve tools\` lists those that are installed.\n\n| tool | what it does |\n|---|---|\n${rows.join('\n')}\n`;
}

function pageOf({ name, schema }: ToolEntry): string {
  const meta = schema.toolMeta;
  if (meta === undefined) throw new TypeError(`Cannot describe "${name}": its schema holds no contract`);
  return [
    `# ${meta.displayName}`,
    meta.description,
    factsOf(meta),
    `## Parameters\n\n${parametersOf(schema)}`,
    ...rulesOf(schema.properties['severities']),
    `## In a flow\n\n\`\`\`yaml\n${exampleOf(name)}\n\`\`\``,
  ]
    .join('\n\n')
    .concat('\n');
}

function factsOf(meta: ToolMeta): string {
  const contract = registry.get(meta.id)?.resolve(compiledConfig(meta.id)).contract ?? meta;
  const rows = [
    ['id', `\`${[meta.id, ...(meta.aliases ?? [])].join('`, `')}\``],
    ['version', meta.version],
    ['category', meta.category],
    ['works with', `${meta.cardinality} content`],
    ['reads', portsOf(contract.consumes)],
    ['writes', portsOf(contract.produces)],
    ['needs', listOf(contract.requires)],
    ['effects', listOf(contract.sideEffects)],
  ];
  return ['| | |', '|---|---|', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join('\n');
}

function portsOf(ports: readonly IOPort[]): string {
  return listOf(ports.map((port) => `${portKey(port)}${port.optional === true ? '?' : ''}`));
}

function listOf(values: readonly string[] = []): string {
  return values.length === 0 ? 'nothing' : values.map((value) => `\`${value}\``).join(', ');
}

function parametersOf({ properties, required = [], 'ui:groups': groups }: ComponentSchema): string {
  if (groups === undefined) return parameterTable(Object.keys(properties), properties, required);
  return groups
    .map((group) => `### ${group.title}\n\n${parameterTable(group.properties, properties, required)}`)
    .join('\n\n');
}

function parameterTable(
  names: readonly string[],
  properties: ComponentSchema['properties'],
  required: readonly string[],
): string {
  const rows = names.map((name) => {
    const property = properties[name] ?? {};
    const value =
      property.default === undefined ? (required.includes(name) ? 'required' : '') : code(property.default as Json);
    return `| \`${name}\` | ${typeOf(property)} | ${value} | ${escape(property.description ?? '')} |`;
  });
  if (rows.length === 0) return 'It has none.';
  return ['| name | type | default | |', '|---|---|---|---|', ...rows].join('\n');
}

/** The rules of a check, with a message that breaks each. */
function rulesOf(severities: PropertySchema | undefined): readonly string[] {
  const rows = Object.keys(severities?.properties ?? {}).flatMap((rule) => {
    const { severity, description, example } = checkRules[rule] ?? {};
    if (severity === undefined) return [];
    const shown = example === undefined ? '' : `${quoted(example.source)} → ${quoted(example.target)}`;
    return [`| \`${rule}\` | ${severity} | ${escape(description ?? '')} | ${shown} |`];
  });
  if (rows.length === 0) return [];
  return [['## Rules\n', '| rule | severity | | example |', '|---|---|---|---|', ...rows].join('\n')];
}

/** Text as code, with what is invisible spelt out. */
function quoted(text: string): string {
  const shown = JSON.stringify(text)
    .replaceAll('\u200B', String.raw`\u200b`)
    .replaceAll('|', String.raw`\|`);
  return text.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

function typeOf({ type, enum: values, anyOf, minimum, maximum }: PropertySchema): string {
  if (Array.isArray(values)) return values.map((value) => code(value as Json)).join(', ');
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one as PropertySchema)).join(' or ');
  const range = [
    typeof minimum === 'number' ? `from ${minimum}` : '',
    typeof maximum === 'number' ? `to ${maximum}` : '',
  ];
  return [String(type), ...range].filter(Boolean).join(' ');
}

/** With the first parameter that has a default, where the tool has no example of its own. */
function configOf(tool: string): JsonObject {
  const given = examples[tool];
  if (given !== undefined) return given;
  const properties = registry.get(tool)?.schema.properties ?? {};
  const first = Object.entries(properties).find(([, { default: value }]) => value !== undefined && !isEmpty(value));
  return first === undefined ? {} : { [first[0]]: first[1].default as Json };
}

function compiledConfig(tool: string): JsonObject {
  const node = compiledExample(tool).plan?.nodes.at(-1);
  return node?.kind === 'step' ? node.config : {};
}

/** Data as YAML: objects over several lines, the rest as JSON, which is YAML too. */
function yaml(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ` ${JSON.stringify(value)}`;
  const members = Object.entries(value).filter(([, member]) => !isEmpty(member));
  return `\n${members.map(([key, member]) => `${indent}${key}:${yaml(member, `${indent}  `)}`).join('\n')}`;
}

function yamlItem(step: unknown, indent: string): string {
  return `${indent}- ${yaml(step, `${indent}  `).trimStart()}`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function code(value: Json): string {
  return `\`${escape(JSON.stringify(value))}\``;
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
