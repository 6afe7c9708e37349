/** Roles of an element: a boundary of blocks, with or without its white space; part of a text; one code. */
export const elementRoles = Object.freeze(['block', 'preserve', 'inline', 'skip'] as const);
export type ElementRole = (typeof elementRoles)[number];

const names = (list: string): readonly string[] => list.split(' ');

const blocks = names(
  'address article aside base basefont bgsound blockquote body caption center col colgroup datalist dd details dialog ' +
    'dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html ' +
    'legend li link main menu meta nav noscript ol optgroup option p search section select summary table tbody td ' +
    'template tfoot th thead title tr ul',
);
const preserved = names('listing plaintext pre textarea xmp');
const skipped = names('iframe math noembed noframes script style svg');

/** Roles of the elements of HTML; all others, those that nobody knows too, are part of a text. */
export const defaultRoles: ReadonlyMap<string, ElementRole> = new Map<string, ElementRole>([
  ...blocks.map((name) => [name, 'block'] as const),
  ...preserved.map((name) => [name, 'preserve'] as const),
  ...skipped.map((name) => [name, 'skip'] as const),
]);

/** Elements without content, whose start tag is all of them. */
export const voidElements: ReadonlySet<string> = new Set(
  names('area base basefont bgsound br col embed frame hr img input link meta param source track wbr'),
);

/** Elements in which tags are text: `references` are read in some of them. */
export const rawElements: ReadonlyMap<string, 'references' | 'raw'> = new Map([
  ['title', 'references'],
  ['textarea', 'references'],
  ...names('script style xmp iframe noembed noframes plaintext').map((name) => [name, 'raw'] as const),
]);

/** Elements whose content is not HTML, and elements in them whose content is again. */
export const foreignElements: ReadonlySet<string> = new Set(['svg', 'math']);
export const integrationElements: ReadonlySet<string> = new Set(['foreignobject', 'desc', 'annotation-xml']);

/** Elements that an end tag of something outside does not close, and past which no end tag is implied. */
export const scopeElements: ReadonlySet<string> = new Set(
  names('applet caption html marquee object table td template th foreignobject desc svg math'),
);

/** Parts of tables, whose end tags close everything inside. */
export const tableElements: ReadonlySet<string> = new Set(names('caption table tbody td tfoot th thead tr'));

/** One kind of implied end: elements that are open, start tags that end them, and elements that hide them. */
interface ImpliedEnd {
  readonly open: readonly string[];
  readonly endedBy: readonly string[];
  readonly hiddenBy: readonly string[];
}

const scopes = [...scopeElements];
const special = names(
  'blockquote section article ul ol dl menu fieldset form details table main aside header footer nav',
);

/** End tags that HTML lets people leave out. */
export const impliedEnds: readonly ImpliedEnd[] = [
  {
    open: ['p'],
    endedBy: names(
      'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 ' +
        'h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
    ),
    hiddenBy: [...scopes, 'button'],
  },
  { open: ['li'], endedBy: ['li'], hiddenBy: [...scopes, ...special] },
  { open: ['dd', 'dt'], endedBy: ['dd', 'dt'], hiddenBy: [...scopes, ...special] },
  { open: ['option'], endedBy: ['option', 'optgroup'], hiddenBy: [...scopes, 'select', 'datalist'] },
  { open: ['optgroup'], endedBy: ['optgroup'], hiddenBy: [...scopes, 'select'] },
  { open: ['td', 'th'], endedBy: names('td th tr tbody thead tfoot'), hiddenBy: ['table', 'template'] },
  { open: ['tr'], endedBy: names('tr tbody thead tfoot'), hiddenBy: ['table', 'template'] },
  {
    open: names('tbody thead tfoot caption colgroup'),
    endedBy: names('tbody thead tfoot'),
    hiddenBy: ['table', 'template'],
  },
  { open: ['caption', 'colgroup'], endedBy: names('tr td th'), hiddenBy: ['table', 'template'] },
  { open: ['rt', 'rp', 'rb'], endedBy: names('rt rp rb rtc'), hiddenBy: [...scopes, 'ruby'] },
  { open: ['head'], endedBy: ['body'], hiddenBy: [] },
];
