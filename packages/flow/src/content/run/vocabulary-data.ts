import type { Constraints } from '../../contract/run.js';

/** Facts about a type of inline code. */
export interface VocabularyEntry {
  readonly type: string;
  readonly label: string;
  /** Label of the code in an editor. */
  readonly chip: string;
  /** The tag that stands for a pair, and the one that stands for a lone code. */
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
const kept: Constraints = Object.freeze({ deletable: false, cloneable: true, reorderable: true });
/** May only be moved. */
const moved: Constraints = Object.freeze({ deletable: false, cloneable: false, reorderable: true });
/** Stays as and where it is. */
const fixed: Constraints = Object.freeze({ deletable: false, cloneable: false, reorderable: false });

/** Constraints of an unknown type. */
export const unknownConstraints = moved;

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
  ['link:hyperlink', 'Link', 'link', 'a', '', '', kept],
  ['link:crossref', 'Cross reference', 'ref', 'a', '', '', kept],
  ['link:email', 'Mail address', '@', 'a', '', '', kept],
  ['media:image', 'Image', 'img', 'img', 'image', '[image]', moved],
  ['media:video', 'Video', 'video', 'video', 'video', '[video]', moved],
  ['media:audio', 'Audio', 'audio', 'audio', 'audio', '[audio]', moved],
  ['struct:break', 'Line break', '↵', 'br', 'break', '↵', free],
  ['struct:pagebreak', 'Page break', '⤓', 'hr', 'pagebreak', '⤓', moved],
  ['struct:footnote', 'Footnote', 'fn', 'sup', 'footnote', '[footnote]', moved],
  ['struct:ruby', 'Ruby', 'ruby', 'ruby', '', '', free],
  ['code:variable', 'Variable', '{x}', 'span', 'variable', '{variable}', moved],
  ['code:placeholder', 'Placeholder', '{}', 'span', 'placeholder', '{placeholder}', moved],
  ['code:function', 'Function', 'ƒ', 'span', 'function', '{function}', fixed],
  ['code:markup', 'Markup', '<>', 'span', 'markup', '<markup>', moved],
  ['entity:person', 'Person', 'person', 'span', 'person', '[person]', kept],
  ['entity:organization', 'Organization', 'org', 'span', 'organization', '[organization]', kept],
  ['entity:product', 'Product', 'product', 'span', 'product', '[product]', kept],
  ['entity:location', 'Location', 'place', 'span', 'location', '[location]', kept],
  ['entity:date', 'Date', 'date', 'span', 'date', '[date]', kept],
  ['entity:time', 'Time', 'time', 'span', 'time', '[time]', kept],
  ['entity:currency', 'Amount of money', 'money', 'span', 'currency', '[currency]', kept],
  ['entity:measurement', 'Measurement', 'unit', 'span', 'measurement', '[measurement]', kept],
  ['entity:other', 'Other entity', 'entity', 'span', 'entity', '[entity]', kept],
  ['redaction:*', 'Redacted', '■', 'span', 'redacted', '[redacted]', moved],
];

/** The types of inline codes that are known from the start; `name:*` means every type of that family. */
export const vocabularyData: readonly VocabularyEntry[] = Object.freeze(rows.map(toEntry));

/** A tag that cannot hold text stands for lone codes only; a pair of such a type is shown as any other pair. */
function toEntry([type, label, chip, tag, equiv, display, constraints]: Row): VocabularyEntry {
  const empty = voidTags.includes(tag);
  const pair = empty ? 'span' : tag;
  const [open, close] = [`<${pair}>`, `</${pair}>`];
  const html = Object.freeze({ open, close, empty: empty ? `<${tag}/>` : open + close });
  return Object.freeze({ type, label, chip, html, equiv, display, constraints });
}
