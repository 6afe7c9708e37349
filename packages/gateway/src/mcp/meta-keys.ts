/** Key in `_meta` of a request: facts about the call from a Helve client, which then gets all of the fields below. */
export const CALL_META_KEY = 'helve/call';
/** Key in `_meta` of a listed tool: its id, which may differ from its name. */
export const TOOL_META_KEY = 'helve/tool';
/** Key in `_meta` of a repeated call: the id of the approval that it waited for. */
export const APPROVAL_META_KEY = 'helve/approval';
/** Key in `_meta` of a result: the envelope without what the result itself contains. */
export const ANSWER_META_KEY = 'helve/answer';
/** Key in `_meta` of a progress notification: a chunk of a streamed output. */
export const CHUNK_META_KEY = 'helve/chunk';
