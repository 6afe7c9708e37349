import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { createTools, soundDoc, toolFolder } from '../../../../test/build-kit.js';
import { quickAccept } from './quick-accept.js';

async function said(files: Record<string, string | undefined>) {
  const project = await createTools(toolFolder('ignore-user', {}, files));
  const result = await project.build();
  return [...(result.ok ? [] : result.problems), ...result.warnings].map(({ code, message }) => `${code} ${message}`);
}

describe('doc_summary.md', () => {
  const summary = (text: string) => said({ 'doc_summary.md': text });

  test('F15 has 2 to 4 lines of at most 250 characters together; one line draws a warning', async () => {
    expect(await summary('a\nb\nc\nd\n\n')).toEqual([]);
    expect(await summary('\n \n')).toEqual(['BUILD_SUMMARY The summary is empty']);
    expect(await summary('a\nb\nc\nd\ne')).toEqual(['BUILD_SUMMARY The summary has 5 lines; the maximum is 4']);
    expect(await summary(`${'🙂'.repeat(124)}\n${'x'.repeat(125)}`)).toEqual([]);
    expect(await summary(`${'x'.repeat(125)}\n${'x'.repeat(125)}`)).toEqual([
      'BUILD_SUMMARY The summary has 251 characters; the maximum is 250',
    ]);
    expect(await summary('one line')).toEqual(['W_SUMMARY_ONE_LINE The summary has one line, of 2 to 4']);
  });

  test('F15 line ends of other systems count once and leave the artifact', async () => {
    const project = await createTools(
      toolFolder('ignore-user', {}, { 'doc_summary.md': 'a\r\nb\r\n', 'doc.md': soundDoc.replaceAll('\n', '\r\n') }),
    );
    const built = await project.build();
    expect(built.ok && built.artifact.tools[0]).toMatchObject({ summary: 'a\nb', documentation: soundDoc });
  });
});

describe('doc.md', () => {
  test('F16 has seven sections in any order, each with a body, found by a parser', async () => {
    const shuffled = soundDoc
      .split(/^(?=## )/m)
      .toReversed()
      .join('\n');
    expect(await said({ 'doc.md': shuffled })).toEqual([]);
    expect(await said({ 'doc.md': soundDoc.replace('## Invariants', '```\n## Invariants\n```') })).toEqual([
      'BUILD_DOC_SECTION The section "Invariants" is missing',
    ]);
    expect(await said({ 'doc.md': soundDoc.replace('## Examples', '### Examples') })).toEqual([
      'BUILD_DOC_SECTION The section "Examples" is missing',
    ]);
    expect(
      await said({ 'doc.md': soundDoc.replace('## Summary\n\nSomething about it.', '## Summary\n\n<!-- later -->') }),
    ).toEqual(['BUILD_DOC_SECTION The section "Summary" is empty']);
    expect(await said({ 'doc.md': '' })).toHaveLength(7);
  });

  test('F16 in guide.md the first line of text after the first heading is the summary, and nothing else is asked', async () => {
    const guide = (text: string) => ({ 'guide.md': text, 'doc.md': undefined, 'doc_summary.md': undefined });
    const text = 'Before.\n\n# Guide\n\n```\ncode\n```\n\nThe *first* line\nand the second.\n';
    const project = await createTools(toolFolder('ignore-user', {}, guide(text)));
    const built = await project.build();
    expect(built.ok && built.artifact.tools[0]).toMatchObject({ summary: 'The *first* line', documentation: text });
    expect(await said(guide('no heading'))).toEqual([
      'BUILD_GUIDE_SUMMARY There is no line of text after the first heading',
    ]);
    expect(await said(guide(`# A\n\n${'x'.repeat(251)}`))).toEqual([
      'BUILD_GUIDE_SUMMARY The first line of text has 251 characters; the maximum is 250',
    ]);
  });

  test('F16 what the quick look accepts, the parser accepts too', () => {
    const names = ['Summary', 'Examples'];
    expect(quickAccept('## Examples\n[a]: b "c\n"\n## Summary\n"', names)).toBe(false);
    const pieces = fc.constantFrom(
      '## Summary',
      '## Examples',
      '## Summary ##',
      '##Examples',
      '##',
      '## ##',
      '#',
      '# Top',
      '### Inner',
      '   ## Summary',
      '\t## Examples',
      'text',
      '- item',
      '1. item',
      '> quote',
      '    code',
      '  more',
      '',
      '---',
      '===',
      '***',
      '[a]: b "c',
      '<div>',
      '<!--',
      '-->',
      '```',
      '````',
      '~~~',
      '``` js',
      '  ```',
      '- ```',
      '> ```',
      '`x` and ```',
      '"',
      '- <!--',
      '- ## Summary',
      '&nbsp;',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        if (quickAccept(text, names))
          expect(
            names.filter((name) => !hasSection(text, name)),
            text,
          ).toEqual([]);
      }),
      { numRuns: 20_000 },
    );
    expect(quickAccept(soundDoc, ['Summary', 'Common Mistakes'])).toBe(true);
  });

  test('F16 no text of a document makes the build throw', async () => {
    const project = await createTools();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        await project.write({ 'ignore-user/doc.md': text, 'ignore-user/doc_summary.md': text });
        expect(typeof (await project.build()).ok).toBe('boolean');
      }),
      { numRuns: 40 },
    );
  });
});

/** Checks, with the parser alone, for a level-2 heading of this name and a body under it. */
function hasSection(text: string, name: string): boolean {
  const { children } = fromMarkdown(text);
  const at = children.findIndex((node) => {
    const [inside] = node.type === 'heading' && node.depth === 2 ? node.children : [];
    return inside?.type === 'text' && inside.value.trim() === name;
  });
  const end = children.findIndex((node, index) => index > at && node.type === 'heading' && node.depth <= 2);
  const under = children.slice(at + 1, end < 0 ? undefined : end);
  return at >= 0 && under.some(({ type }) => !['heading', 'definition', 'thematicBreak', 'html'].includes(type));
}
