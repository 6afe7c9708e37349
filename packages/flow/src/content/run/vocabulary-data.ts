import type { Constraints } from '../../contract/run.js';

/** Facts about a type of inline code. */
export interface VocabularyEntry {
  readonly type: string;
  readonly label: string;
  /** Label of the code in an editor. */
  readonly chip: string;
  /** Tags for a pair and for a standalone code. */
  readonly html: { readonly open: string; readonly close: string; readonly empty: string };
  /** Replacement of the code in plain text. */
  readonly equiv: string;
  /** Replacement of the code in texts for people. */
  readonly display: string;
  readonly constraints: Constraints;
}

/** May be taken away, repeated and moved. */
const free: Constraints = Object.freeze({ deletable: true, cloneable: true, reorderable: true });
/** May be repeated and moved, not taken away. */
const required: Constraints = Object.freeze({ deletable: false, cloneable: true, reorderable: true });
/** May only be moved. */
const reorderable: Constraints = Object.freeze({ deletable: false, cloneable: false, reorderable: true });
/** Stays as and where it is. */
const fixed: Constraints = Object.freeze({ deletable: false, cloneable: false, reorderable: false });

/** Constraints of an unknown type. */
export const unknownConstraints = reorderable;

type Row = readonly [
  type: string,
  label: string,
  chip: string,
  tag: string,
  equiv: string,
  display: string,
  constraints: Constraints,
];

const voidTags = ['br', 'hr', 'img'];

const rows: readonly Row[] = [
  ['fmt:bold', 'Bold', 'B', 'b', '', '', free],
  ['fmt:italic', 'Italic', 'I', 'i', '', '', free],
  ['fmt:underline', 'Underline', 'U', 'u', '', '', free],
  ['fmt:strikethrough', 'Strikethrough', 'S', 's', '', '', free],
  ['fmt:subscript', 'Subscript', 'x₂', 'sub', '', '', free],
  ['fmt:superscript', 'Superscript', 'x²', 'sup', '', '', free],
  ['fmt:code', 'Code', '</>', 'code', '', '', free],
  ['fmt:highlight', 'Highlight', 'H', 'mark', '', '', free],
  ['fmt:math', 'Formula', '∑', 'var', '', '', free],
  ['link:hyperlink', 'Link', 'link', 'a', '', '', required],
  ['link:crossref', 'Cross reference', 'ref', 'a', '', '', required],
  ['link:email', 'Mail address', '@', 'a', '', '', required],
  ['media:image', 'Image', 'img', 'img', 'image', '[image]', reorderable],
  ['media:video', 'Video', 'video', 'video', 'video', '[video]', reorderable],
  ['media:audio', 'Audio', 'audio', 'audio', 'audio', '[audio]', reorderable],
  ['struct:break', 'Line break', '↵', 'br', 'break', '↵', free],
  ['struct:pagebreak', 'Page break', '⤓', 'hr', 'pagebreak', '⤓', reorderable],
  ['struct:footnote', 'Footnote', 'fn', 'sup', 'footnote', '[footnote]', reorderable],
  ['struct:ruby', 'Ruby', 'ruby', 'ruby', '', '', free],
  ['code:variable', 'Variable', '{x}', 'span', 'variable', '{variable}', reorderable],
  ['code:placeholder', 'Placeholder', '{}', 'span', 'placeholder', '{placeholder}', reorderable],
  ['code:function', 'Function', 'ƒ', 'span', 'function', '{function}', fixed],
  ['code:markup', 'Markup', '<>', 'span', 'markup', '<markup>', reorderable],
  ['entity:person', 'Person', 'person', 'span', 'person', '[person]', required],
  ['entity:organization', 'Organization', 'org', 'span', 'organization', '[organization]', required],
  ['entity:product', 'Product', 'product', 'span', 'product', '[product]', required],
  ['entity:location', 'Location', 'place', 'span', 'location', '[location]', required],
  ['entity:date', 'Date', 'date', 'span', 'date', '[date]', required],
  ['entity:time', 'Time', 'time', 'span', 'time', '[time]', required],
  ['entity:currency', 'Amount of money', 'money', 'span', 'currency', '[currency]', required],
  ['entity:measurement', 'Measurement', 'unit', 'span', 'measurement', '[measurement]', required],
  ['entity:other', 'Other entity', 'entity', 'span', 'entity', '[entity]', required],
  ['redaction:*', 'Redacted', '■', 'span', 'redacted', '[redacted]', reorderable],
];

/** The types of inline codes that are known from the start; `name:*` means every type of that family. */
export const vocabularyData: readonly VocabularyEntry[] = Object.freeze(rows.map(toEntry));

/** Uses a void tag only for standalone codes; a pair of such a type is shown as a generic pair. */
function toEntry([type, label, chip, tag, equiv, display, constraints]: Row): VocabularyEntry {
  const empty = voidTags.includes(tag);
  const pair = empty ? 'span' : tag;
  const [open, close] = [`<${pair}>`, `</${pair}>`];
  const html = Object.freeze({ open, close, empty: empty ? `<${tag}/>` : open + close });
  return Object.freeze({ type, label, chip, html, equiv, display, constraints });
}
