import type { Relation, Term } from '../concept.js';
import { toConceptId, toRelation, toTerm, type TermDraft } from './draft-term.js';
import { statusFromTbx } from './tbx-status.js';
import { skipped, type TermItem } from './term-item.js';

/** An element of an entry: a kind of data by its `type`, or by its own name in the DCT style. */
interface TbxElement {
  readonly name: string;
  readonly type: string;
  readonly lang: string | undefined;
  readonly target: string | undefined;
}

type Draft = { -readonly [Field in keyof TermDraft]: TermDraft[Field] };

const propertyPrefix = 'x-property-';

/** One concept of a TBX file being read. */
export class TbxEntry {
  readonly #id: string;
  readonly #place: string;
  readonly #stack: TbxElement[] = [];
  readonly #drafts: Draft[] = [];
  readonly #relations: { readonly type: string; readonly to: string }[] = [];
  readonly #properties: Record<string, string> = {};
  #domain = '';
  #definition = '';
  #locale = '';
  #term: Draft | undefined;

  constructor(id: string, line: number) {
    this.#id = id.trim();
    this.#place = `line ${line}`;
  }

  open(element: TbxElement): void {
    this.#stack.push(element);
    if (element.name === 'langSec' || element.name === 'langSet') this.#locale = element.lang ?? '';
    if (element.name === 'termSec' || element.name === 'tig' || element.name === 'ntig') {
      this.#term = { locale: this.#locale };
      this.#drafts.push(this.#term);
    }
  }

  close(text: string): void {
    const element = this.#stack.pop();
    if (element === undefined) return;
    const { name, type } = element;
    if (name === 'term') (this.#term ?? {}).text = text;
    else if (name === 'termSec' || name === 'tig' || name === 'ntig') this.#term = undefined;
    else if (this.#term !== undefined) readTermData(this.#term, type, text.trim());
    else this.#readConceptData(element, text.trim());
  }

  #readConceptData({ name, type, target }: TbxElement, text: string): void {
    if (type === 'subjectField') this.#domain = text;
    else if (type === 'definition') this.#definition ||= text;
    else if (name === 'note') this.#properties['note'] = text;
    else if (type.startsWith(propertyPrefix)) this.#properties[type.slice(propertyPrefix.length)] = text;
    else if (target !== undefined && target !== '' && type !== 'externalCrossReference') {
      const isOwn = typeof toRelation(text, target) !== 'string';
      this.#relations.push({ type: isOwn ? text : (tbxRelations[type] ?? 'related'), to: target });
    }
  }

  *items(): Generator<TermItem> {
    const terms: Term[] = [];
    for (const term of this.#drafts.map(toTerm)) {
      if (typeof term === 'string') yield skipped(this.#place, term);
      else terms.push(term);
    }
    const [first] = terms;
    if (first === undefined) return yield skipped(this.#place, 'it has no term');
    const relations: Relation[] = [];
    for (const relation of this.#relations.map(({ type, to }) => toRelation(type, to))) {
      if (typeof relation === 'string') yield skipped(this.#place, relation);
      else relations.push(relation);
    }
    yield {
      kind: 'concept',
      concept: {
        id: this.#id === '' ? toConceptId(this.#domain, first.text) : this.#id,
        domain: this.#domain,
        definition: this.#definition,
        terms,
        relations,
        properties: this.#properties,
      },
    };
  }
}

/** Named reference types of TBX. */
const tbxRelations: { readonly [type: string]: string } = {
  broaderConceptGeneric: 'broader',
  broaderConceptPartitive: 'part-of',
  superordinateConceptGeneric: 'broader',
  superordinateConceptPartitive: 'part-of',
  subordinateConceptGeneric: 'narrower',
  subordinateConceptPartitive: 'has-part',
  relatedConcept: 'related',
};

function readTermData(term: Draft, type: string, text: string): void {
  switch (type) {
    case 'administrativeStatus':
    case 'normativeAuthorization':
      term.status ??= statusFromTbx(text) ?? text;
      break;
    case 'x-status':
      term.status = text;
      break;
    case 'partOfSpeech':
      term.partOfSpeech = text;
      break;
    case 'grammaticalGender':
      term.gender = text;
      break;
    case 'note':
      term.note = text;
      break;
    case 'x-competitor':
      term.competitor = text === 'yes';
      break;
    case 'x-valid-from':
      term.from = text;
      break;
    case 'x-valid-to':
      term.to = text;
      break;
    case 'x-tag':
      term.tags = [...(term.tags ?? []), text];
      break;
    case 'x-form':
      term.forms = [...(term.forms ?? []), text];
      break;
    default:
  }
}
