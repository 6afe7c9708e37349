/** What a client of ours says of its call, in `_meta` of the request; whoever sends it hears all that is said below. */
export const CALL_META_KEY = 'helve/call';
/** The id of a tool, in `_meta` of its place in the list: its name there may be another. */
export const TOOL_META_KEY = 'helve/tool';
/** The id of the approval that a call waited for, in `_meta` of the call made again. */
export const APPROVAL_META_KEY = 'helve/approval';
/** The envelope of an answer without what the result says itself, in `_meta` of it. */
export const ANSWER_META_KEY = 'helve/answer';
/** A piece of a streamed output as it is, in `_meta` of a progress notification. */
export const CHUNK_META_KEY = 'helve/chunk';
