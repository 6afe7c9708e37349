import { andThen } from '@helve/core';
import {
  AnnoRedactionSecret,
  newPayload,
  OverlayType,
  PortSource,
  PortTarget,
  sourcePort,
  type BlockView,
  type FileAccess,
  type IOPort,
  type ResolverFinding,
  type StepContext,
} from '@helve/flow';
import type { ThreadSource } from '@helve/flow/engine';
import { checkEntityTypes, entityTypes, readEntityTypes } from '../../entity/entity-type.js';
import { createDetector } from '../../redaction/detect/detector.js';
import { surfaces, type Surface } from '../../redaction/field/field.js';
import {
  dataFields,
  groupFields,
  layerFields,
  mediaFields,
  type OtherFields,
} from '../../redaction/field/other-field.js';
import {
  concealFixedSecrets,
  concealOriginals,
  findIn,
  findFixedSecrets,
  type FixedSecret,
} from '../../redaction/redact/fixed-text.js';
import { isKnownPayload, noteKey, textAnnotations, textOverlays } from '../../redaction/field/payload-text.js';
import { checkPlaceholderTemplate, createPlaceholderTemplate } from '../../redaction/redact/placeholder-template.js';
import { presetNames } from '../../redaction/detect/preset.js';
import { redactBlock, redactTexts, type RedactionSetup } from '../../redaction/redact/redact-block.js';
import { checkRule, loadRules, ruleSchema, type RedactionRule } from '../../redaction/detect/rule.js';
import { runVault, vaultProperty } from '../../redaction/run-vault.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

const entityPort: IOPort = { type: OverlayType.OverlayEntity, side: PortSource };
const rewritten = (type: string, side: IOPort['side'] = PortSource): IOPort => ({ type, side, optional: true });

/** Ports that are rewritten if present, by surface. */
const surfacePorts: Readonly<Record<Surface, readonly IOPort[]>> = {
  source: [sourcePort],
  targets: [rewritten('target', PortTarget)],
  notes: [rewritten(noteKey)],
  properties: [rewritten('property:*')],
  'alt-text': [],
  annotations: [
    ...textAnnotations.map((key) => rewritten(key)),
    ...textOverlays.flatMap((type) => [rewritten(type), rewritten(type, PortTarget)]),
  ],
};
const secretPort: IOPort = { type: AnnoRedactionSecret, side: PortSource };

/** Replaces private data in content with tokens; the originals go to the vault. */
export const redact = flowToolEntry({
  meta: {
    id: 'redact',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Redact',
    description: 'Replaces private data with tokens and keeps the originals in a vault.',
    cardinality: 'monolingual',
    requires: ['vault'],
    consumes: [{ ...entityPort, optional: true }],
    produces: [...surfaces.flatMap((surface) => surfacePorts[surface]), secretPort],
    recoverable: true,
    mayRemoveCodes: true,
    writesOutput: true,
    defaultParallelBlocks: 64,
  },
  groups: [
    { id: 'detection', title: 'Detection', properties: ['presets', 'rules', 'rulesPath', 'entityTypes', 'detectors'] },
    { id: 'replacement', title: 'Replacement', properties: ['placeholder', 'surfaces', 'vault'] },
  ],
  properties: {
    detectors: {
      type: 'array',
      items: { enum: ['rules', 'entities'] },
      default: ['rules'],
      description: 'Sources of matches: rules and presets, or marked entities.',
    },
    rules: { type: 'array', items: ruleSchema, default: [], description: 'Terms and patterns to redact.' },
    rulesPath: { type: 'string', 'x-path': 'in', description: 'JSON file with more rules.' },
    presets: {
      type: 'array',
      items: { enum: presetNames },
      default: [],
      description: 'Built-in kinds of private data to redact.',
    },
    entityTypes: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Entity types to redact; empty means all, once entities are on.',
    },
    placeholder: {
      type: 'string',
      minLength: 1,
      default: '[REDACTED:{category}]',
      description: 'Text that stands for a secret; {category} and {n} are filled in.',
    },
    surfaces: {
      type: 'array',
      items: { enum: surfaces },
      minItems: 1,
      default: [...surfaces],
      description: 'Content to search.',
    },
    vault: vaultProperty,
  },
  resolve: (config) => ({
    consumes: [usesEntities(config) ? entityPort : { ...entityPort, optional: true }],
    produces: [...config.surfaces.flatMap((surface) => surfacePorts[surface]), secretPort],
    diagnostics: checkConfig(config),
  }),
  create: (config, { files }) => {
    let setup: RedactionSetup | undefined;
    const openSetup = (ctx: StepContext) => (setup ??= createSetup(config, ctx.resources.threads, files));
    return {
      transform(view, ctx) {
        reportUnseen(view, ctx);
        const kept = findFixedSecrets(view, openSetup(ctx).detector);
        return andThen(kept, (found) => redactAndReport(view, ctx, openSetup(ctx), found));
      },
      handleData: (data, ctx) => redactOther(dataFields(data, openSetup(ctx).surfaces), ctx, openSetup(ctx)),
      handleLayer: (layer, ctx) => {
        ctx.report({ notScanned: { skeleton: 1 } });
        return redactOther(layerFields(layer, openSetup(ctx).surfaces), ctx, openSetup(ctx));
      },
      handleGroup: (group, ctx) => redactOther(groupFields(group, openSetup(ctx).surfaces), ctx, openSetup(ctx)),
      handleMedia: (media, ctx) => {
        ctx.report({ notScanned: { media: 1 } });
        return redactOther(mediaFields(media, openSetup(ctx).surfaces), ctx, openSetup(ctx));
      },
      joinReports: addCounts,
      mergeReports: mergeCounts,
    };
  },
});

interface RedactConfig {
  readonly detectors: readonly ('rules' | 'entities')[];
  readonly rules: readonly RedactionRule[];
  readonly rulesPath?: string;
  readonly presets: readonly (typeof presetNames)[number][];
  readonly entityTypes: readonly string[];
  readonly placeholder: string;
  readonly surfaces: readonly Surface[];
  readonly vault?: string;
}

function usesEntities({ detectors, entityTypes: names }: RedactConfig): boolean {
  return names.length > 0 || detectors.includes('entities');
}

function usesRules({ detectors }: RedactConfig): boolean {
  return detectors.includes('rules');
}

/** Checks a config beyond its schema. */
function checkConfig(config: RedactConfig): readonly ResolverFinding[] {
  const problems: ResolverFinding[] = [];
  const add = (pointer: string, message: string | undefined, hint?: string) => {
    if (message !== undefined) problems.push({ severity: 'error', pointer, message, ...(hint && { hint }) });
  };
  config.rules.forEach((rule, index) => add(`/rules/${index}`, checkRule(rule)));
  problems.push(...checkEntityTypes(config.entityTypes, 'entityTypes'));
  add('/placeholder', checkPlaceholderTemplate(config.placeholder));
  const rules = config.rules.length + config.presets.length + (config.rulesPath === undefined ? 0 : 1);
  if (!usesEntities(config) && (rules === 0 || !usesRules(config))) {
    add('', 'There is nothing to detect', 'Give "rules", "rulesPath", "presets" or "entityTypes"');
  }
  return problems;
}

function createSetup(
  config: RedactConfig,
  threads: ThreadSource | undefined,
  files: FileAccess | undefined,
): RedactionSetup {
  const { rules, rulesPath, presets, entityTypes: names, vault } = config;
  const all = [...rules, ...(rulesPath === undefined ? [] : loadRules(rulesPath, files))];
  const detector = createDetector(usesRules(config) ? { rules: all, presets, threads } : { rules: [], presets: [] });
  const kinds = names.length === 0 ? entityTypes : readEntityTypes(names);
  const wanted = new Set(usesEntities(config) ? kinds : []);
  return {
    detector,
    entityTypes: wanted,
    placeholder: createPlaceholderTemplate(config.placeholder, [...new Set([...detector.categories, ...wanted])]),
    surfaces: new Set(config.surfaces),
    ...createTokens(vault),
  };
}

/** Number of cached tokens, since the same names recur. */
const maxTokens = 10_000;

function createTokens(name: string | undefined): Pick<RedactionSetup, 'vaultOf' | 'tokenOf'> {
  const known = new Map<string, string>();
  return {
    vaultOf: (ctx) => runVault(ctx, name),
    tokenOf(ctx, category, original) {
      const key = `${category}\u0000${original}`;
      const token = known.get(key) ?? runVault(ctx, name).tokenOf(category, original);
      if (known.size < maxTokens) known.set(key, token);
      return token;
    },
  };
}

/** Redacts a block and marks it, so that no later step sends its name away. */
function redactAndReport(
  view: BlockView,
  ctx: StepContext,
  setup: RedactionSetup,
  fixed: readonly FixedSecret[] | undefined,
) {
  if (fixed !== undefined) {
    concealFixedSecrets(fixed, ctx, setup);
    if (view.annotation(AnnoRedactionSecret) === undefined)
      view.setAnnotation(AnnoRedactionSecret, newPayload('redaction.secret', { tokens: [] }));
  }
  const plan = redactBlock(view, ctx, setup);
  if (setup.entityTypes.size === 0) return plan;
  return Promise.resolve(plan).then((made) => {
    concealOriginals(view, made, ctx);
    return made;
  });
}

/** Reports the payloads of a block that cannot be searched. */
function reportUnseen(view: BlockView, ctx: StepContext): void {
  for (const key of view.annotationKeys) {
    const payload = view.annotation(key);
    if (payload !== undefined && !isKnownPayload(payload))
      ctx.report({ notScanned: { [`payload ${payload.type}`]: 1 } });
  }
}

/** Redacts a part that is not a block; the vault stores the originals before anything changes. */
async function redactOther(
  { scope, fields, kept, finish }: OtherFields,
  ctx: StepContext,
  setup: RedactionSetup,
): Promise<void> {
  const names = await findIn(kept, setup.detector);
  if (names !== undefined) concealFixedSecrets(names, ctx, setup);
  const { secrets, counts, write } = await redactTexts(scope, fields, ctx, setup);
  if (secrets.length === 0) return;
  await setup.vaultOf(ctx).put(secrets.map((secret) => ({ document: ctx.document.id, block: scope, secret })));
  write();
  finish();
  ctx.report(counts.toReport('redacted', { secrets: secrets.length }));
}
