import { IntentType, type Intent } from '../../contract/intent.js';
import { warn } from '../../envelope/warn.js';
import type { Call } from './call.js';

/** Leaves out the intents that the application does not know, each with a warning: the result stays. */
export function declaredIntents({ options, tool, ctx }: Call, intents: readonly Intent[]): readonly Intent[] {
  const { intents: declared = [] } = options;
  if (declared === 'any') return intents;
  return intents.filter(({ type }) => {
    if (Object.hasOwn(IntentType, type) || declared.includes(type)) return true;
    const message = `The intent "${type}" of "${tool.id}" was dropped: the application does not declare it`;
    warn(ctx, { code: 'CALL_INTENT_UNKNOWN', message });
    return false;
  });
}
