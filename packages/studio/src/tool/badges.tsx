import type { ToolContract } from '../wire/wire.js';

const effectLabels = { none: 'no side effects', read_only: 'reads only', writes: 'writes' } as const;

/** Badges for the effects of a tool. */
export function Badges({ tool }: { readonly tool: ToolContract }) {
  const { policy, tags, version, noSchemaMode } = tool;
  const { category, sideEffects, effects, idempotent, requiresConfirmation } = policy;
  const warnings = [
    sideEffects === 'writes' && effectLabels.writes,
    requiresConfirmation && 'needs approval',
    noSchemaMode !== undefined && 'input not checked',
  ];
  const facts = [
    category,
    sideEffects !== 'writes' && effectLabels[sideEffects],
    idempotent && 'safe to repeat',
    ...effects,
    version !== '0.0.0' && `v${version}`,
  ];
  return (
    <ul className="badges" aria-label="Properties">
      {warnings.filter(isText).map((text) => (
        <li key={text} className="warning">
          {text}
        </li>
      ))}
      {facts.filter(isText).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {tags.map((tag) => (
        <li key={`#${tag}`} className="tag">
          #{tag}
        </li>
      ))}
    </ul>
  );
}

function isText(value: string | false): value is string {
  return value !== false;
}
