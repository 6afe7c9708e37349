export { Graph } from './graph.js';
export { RuleTagger } from './rule-tagger.js';
export { StatisticsTagger } from './statistics-tagger.js';
export { TagText, type Candidate, type TaggedText, type Tagger } from './tag-text.js';
