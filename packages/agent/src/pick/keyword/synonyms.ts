import { stem } from './stem.js';

/** Words that may stand for each other, and the weight of a match through one of them; 1 equals the word itself. */
export interface SynonymGroup {
  readonly weight: number;
  readonly words: readonly string[];
}

/** A table of synonyms; one that is passed to `pickTools` replaces the default. */
export type Synonyms = readonly SynonymGroup[];

/** Verbs of tools, which authors and users choose freely between. */
const verbs = [
  'find search look locate lookup query',
  'create add schedule book make generate new',
  'delete remove cancel',
  'get fetch show list retrieve display give tell',
  'send post',
  'update edit modify change set',
  'calculate compute determine estimate solve',
];

/** Words and their abbreviations in identifiers. */
const abbreviations = [
  'probability prob',
  'calculate calc',
  'function func fn',
  'number num',
  'temperature temp',
  'information info',
  'maximum max',
  'minimum min',
  'average avg',
  'message msg',
  'image img',
  'document doc',
  'directory dir folder',
  'configuration config',
  'parameter param',
  'reference ref',
  'language lang',
  'address addr',
  'amount amt',
  'quantity qty',
  'statistic stat',
  'organization org',
  'repository repo',
  'application app',
  'database db',
  'user usr',
  'password pwd passwd',
  'latitude lat',
  'longitude lon lng',
];

/** Everyday words of related meaning. */
const neighbours = [
  'find search look locate lookup query seek discover',
  'create add make new generate build',
  'book reserve schedule',
  'delete remove cancel erase',
  'get fetch show list retrieve display give tell view return provide obtain',
  'send post deliver',
  'update edit modify change set adjust',
  'calculate compute determine estimate evaluate work',
  'convert transform translate change',
  'compare contrast difference',
  'check verify validate confirm',
  'predict forecast project',
  'buy purchase order',
  'begin start',
  'end finish stop close',
  'analyze examine assess evaluate',
  'suggest recommend',
  'play stream',
  'plan organize arrange',
  'price cost fee',
  'picture image photo',
  'movie film',
  'car vehicle automobile',
  'house home property',
  'store shop',
  'job occupation career employment',
  'doctor physician',
  'lawyer attorney',
  'trip travel journey',
  'road route path direction',
  'song music track',
  'food meal dish cuisine',
  'speed velocity',
  'chance probability odds likelihood',
  'area region',
  'city town',
  'nation country',
  'company business firm corporation',
  'person people individual',
  'kid child',
  'money cash fund',
  'salary wage income pay',
  'illness disease sickness',
  'medicine drug medication',
  'email mail message',
  'phone telephone mobile',
  'meeting appointment event',
  'concert show event',
  'holiday vacation',
  'flight plane airline',
  'weather climate',
  'mean average',
  'biggest largest maximum highest',
  'smallest minimum lowest',
  'document file',
  'folder directory',
  'website site webpage',
  'error bug issue',
  'customer client',
  'worker employee staff',
  'teacher instructor',
  'course class',
  'test exam',
  'book novel',
  'author writer',
  'team club',
  'game match',
  'score point',
  'rating review',
  'law legislation legal',
  'crime criminal',
  'weight mass',
  'size dimension',
  'distance far',
  'duration long',
  'total sum',
  'multiply product',
  'near nearby close',
  'current now latest',
  'detail information info',
  'rate ratio',
  'increase growth grow',
  'decrease decline reduce',
  'history historical past',
];

/** The default table: verbs and abbreviations count half, neighbours a fifth. */
export const defaultSynonyms: Synonyms = Object.freeze([
  ...[...verbs, ...abbreviations].map((words) => group(0.5, words)),
  ...neighbours.map((words) => group(0.2, words)),
]);

/** The synonyms of each term, with their weights. */
export type SynonymTable = ReadonlyMap<string, ReadonlyMap<string, number>>;

const tables = new WeakMap<Synonyms, SynonymTable>();

/** Groups synonyms by term, once for each list of groups. */
export function toSynonymTable(synonyms: Synonyms): SynonymTable {
  const known = tables.get(synonyms);
  if (known !== undefined) return known;
  const table = new Map<string, Map<string, number>>();
  for (const { weight, words } of synonyms)
    addGroup(
      table,
      weight,
      words.map((word) => stem(word.toLowerCase())),
    );
  tables.set(synonyms, table);
  return table;
}

function addGroup(table: Map<string, Map<string, number>>, weight: number, terms: readonly string[]): void {
  for (const term of terms) {
    const others = table.get(term) ?? new Map<string, number>();
    table.set(term, others);
    for (const other of terms) if (other !== term) others.set(other, Math.max(weight, others.get(other) ?? 0));
  }
}

function group(weight: number, words: string): SynonymGroup {
  return Object.freeze({ weight, words: Object.freeze(words.split(' ')) });
}
