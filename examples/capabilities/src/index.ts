export { emojiStrip } from './emoji-strip.js';
export { EmojiTools } from './emoji-tools.js';
export { Graph } from './graph.js';
export { RuleTagger } from './rule-tagger.js';
export { StatisticsTagger } from './statistics-tagger.js';
export { TagText, type Candidate, type TaggedText, type Tagger } from './tag-text.js';
