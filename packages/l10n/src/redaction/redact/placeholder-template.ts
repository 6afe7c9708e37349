import { escapeLiteral } from '../../pattern/compile-pattern.js';

/** Template of the visible text of tokens. */
export interface PlaceholderTemplate {
  /** True when the template itself contains the number; otherwise `#k` is appended where numbers are needed. */
  readonly numbered: boolean;
  /** Renders the text for the k-th secret of a category; without a number for the only one. */
  visible(category: string, number: number | undefined): string;
  /** Finds existing placeholder texts, in UTF-16 indexes. */
  placesIn(text: string): readonly { readonly start: number; readonly end: number }[];
}

const variable = /\{([^{}]*)\}/g;

/** Checks a template. */
export function checkPlaceholderTemplate(template: string): string | undefined {
  for (const [reference, name] of template.matchAll(variable)) {
    if (name !== 'category' && name !== 'n') return `There is no variable "${reference}", only "{category}" and "{n}"`;
  }
  const own = template.replaceAll(variable, '').trim();
  return own === '' ? 'Expected text besides "{category}" and "{n}"' : undefined;
}

/** Compiles a template for the possible categories. */
export function createPlaceholderTemplate(template: string, categories: readonly string[]): PlaceholderTemplate {
  const numbered = template.includes('{n}');
  const named = template.includes('{category}');
  // Without any variable the number can only be at the end.
  const fullTemplate = named || numbered ? template : `${template}{category}`;
  const mask = compileMask(fullTemplate, named ? categories.map(titleCase) : []);
  const head = template.slice(0, Math.max(template.search(/\{(?:category|n)\}|$/), 0));
  const render = (category: string, number: number | undefined) => {
    const suffix = numbered || number === undefined ? '' : `#${number}`;
    return fullTemplate
      .replaceAll('{category}', `${named ? titleCase(category) : ''}${suffix}`)
      .replaceAll('{n}', String(number ?? 1));
  };
  // Most blocks have one secret of a category, whose text is always the same.
  const alone = new Map(categories.map((category) => [category, render(category, undefined)]));
  return {
    numbered,
    visible: (category, number) => (number === undefined ? alone.get(category) : undefined) ?? render(category, number),
    placesIn(text) {
      if (!text.includes(head)) return [];
      return Array.from(text.matchAll(mask), (match) => ({ start: match.index, end: match.index + match[0].length }));
    },
  };
}

function compileMask(template: string, names: readonly string[]): RegExp {
  const name = `(?:${names.map(escapeLiteral).join('|')})(?:#\\d+)?`;
  const parts = template.split(/(\{category\}|\{n\})/);
  const source = parts.map((part) =>
    part === '{category}' ? name : part === '{n}' ? String.raw`\d+` : escapeLiteral(part),
  );
  return new RegExp(source.join(''), 'gv');
}

/** Capitalizes every word, with single spaces between words. */
function titleCase(category: string): string {
  return category
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
