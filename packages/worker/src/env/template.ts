/** A segment of text, or a placeholder name. */
export type TemplateSegment = { readonly text: string } | { readonly placeholder: string };

/** The segments of a template, or its syntax error. */
export type ParsedTemplate =
  | { readonly ok: true; readonly segments: readonly TemplateSegment[] }
  | { readonly ok: false; readonly problem: string };

const placeholderPattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Parses a template in one pass from left to right. There is no escape: a dollar sign without a brace is text.
 *
 *     cache/${CAPABILITY_NAME}/$5
 *     ^text ^placeholder      ^text
 */
export function parseTemplate(template: string): ParsedTemplate {
  const segments: TemplateSegment[] = [];
  let end = 0;
  for (let start = template.indexOf('${'); start !== -1; start = template.indexOf('${', end)) {
    if (start > end) segments.push({ text: template.slice(end, start) });
    const close = template.indexOf('}', start);
    if (close === -1) return { ok: false, problem: `the brace at ${start} is not closed` };
    const placeholder = template.slice(start + 2, close);
    if (!placeholderPattern.test(placeholder)) {
      return { ok: false, problem: `"\${${placeholder}}" at ${start} holds no name` };
    }
    segments.push({ placeholder });
    end = close + 1;
  }
  if (end < template.length) segments.push({ text: template.slice(end) });
  return { ok: true, segments };
}
