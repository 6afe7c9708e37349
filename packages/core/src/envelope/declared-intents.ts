import type { ToolInvokeContext } from '../contract/context.js';
import { IntentType, type Intent } from '../contract/intent.js';
import { warn } from './warn.js';

/** Leaves out the intents that the application does not declare, each with a warning: the result stays. */
export function declaredIntents(
  ctx: ToolInvokeContext,
  declared: readonly string[] | 'any' = [],
  intents: readonly Intent[],
): readonly Intent[] {
  if (declared === 'any') return intents;
  return intents.filter(({ type }) => {
    if (Object.hasOwn(IntentType, type) || declared.includes(type)) return true;
    const message = `The intent "${type}" of "${ctx.toolId}" was dropped: the application does not declare it`;
    warn(ctx, { code: 'CALL_INTENT_UNKNOWN', message });
    return false;
  });
}
