/** Guesses from the name of a tool: enough for a first description, and rules that fit. */
export interface NamedTool {
  /** `Find order`. */
  readonly title: string;
  /** `finds order`: what it does, as far as the name tells. */
  readonly does: string;
  readonly category: 'retrieval' | 'action' | 'utility';
  /** `order`: what it is about. */
  readonly subject: string;
}

/** Verbs that tools begin with, by what a tool of that kind may do. */
const verbs: { readonly [C in NamedTool['category']]: string } = {
  retrieval: 'check fetch find get list look lookup query read search show',
  action:
    'add archive assign book buy cancel change close create delete edit invite mark move notify open order pay post publish ' +
    'refund remove rename reply reserve schedule send set start stop submit update upload write',
  utility:
    'calculate classify compare compute convert count extract format greet make parse render sort split summarize translate validate',
};

const categories = ['retrieval', 'action', 'utility'] as const;

/** Reads the name of a folder: a verb and what it is about, or a thing alone. */
export function nameTool(name: string): NamedTool {
  const words = name.split(/[-_]+/).filter(Boolean);
  const [first = '', ...rest] = words;
  const title = capitalized(words.join(' '));
  const category = categories.find((one) => verbs[one].split(' ').includes(first));
  if (category === undefined)
    return { title, does: `works with ${words.join(' ')}`, category: 'utility', subject: words.join(' ') };
  const subject = rest.join(' ') || 'text';
  return { title, does: [thirdPerson(first), ...rest].join(' '), category, subject };
}

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
