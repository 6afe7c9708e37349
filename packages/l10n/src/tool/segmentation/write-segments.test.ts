import type { Format } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../check/collect-findings.js';
import { xliffFormat } from '../../format/xliff/format.js';
import { xliff2Format } from '../../format/xliff2/format.js';
import { readDocument, writeDocument } from '../../testing/document-kit.js';
import { runSteps } from '../../testing/run-tool.js';
import { placeholderCheck } from '../placeholder-check/placeholder-check.js';
import { qaCheck } from '../qa-check/qa-check.js';
import { segmentation } from './segmentation.js';

const inXliff = (unit: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="1">${unit}</trans-unit></body></file></xliff>`;
const inXliff2 = (unit: string) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u">${unit}</unit></file></xliff>`;

/** Segments a file and writes it; its segments must read back. */
async function segmented(format: Format, input: string): Promise<string> {
  const kit = { targetLocale: 'de' };
  const document = await readDocument(format, input, kit);
  const steps = [{ tool: 'segmentation', config: { segmentTarget: true } }];
  const { parts, blocks } = await runSteps([segmentation], steps, document.parts);
  const written = Buffer.from((await writeDocument(format, { ...document, parts }, kit)).bytes).toString();
  const again = await readDocument(format, written, kit);
  const spans = (all: typeof blocks) =>
    all[0]?.overlays.map(({ variant, spans: own }) => [
      variant,
      own.filter(({ props }) => props['ignorable'] !== 'true').length,
    ]);
  expect(spans(again.blocks)).toEqual(spans(blocks));
  const codes = again.blocks[0]?.targets['de']?.runs.flatMap((run) => ('id' in run ? [run.id] : []));
  expect(codes).toEqual(blocks[0]?.targets['de']?.runs.flatMap((run) => ('id' in run ? [run.id] : [])));
  return written;
}

describe('segments in files', () => {
  test('XLIFF 1.2 gets marks in seg-source and target; a pair across sentences becomes bx and ex', async () => {
    const unit =
      '<source>Say <g id="1" ctype="bold">it. And</g> go. Now.</source><target>Sag <g id="1" ctype="bold">es. Und</g> geh. Jetzt.</target>';
    const written = await segmented(xliffFormat, inXliff(unit));
    expect(written).toContain('<source>Say <g id="1" ctype="bold">it. And</g> go. Now.</source>');
    expect(written).toContain(
      '<seg-source><mrk mtype="seg" mid="s1">Say <bx id="1" ctype="bold" rid="1"/>it.</mrk> <mrk mtype="seg" mid="s2">And<ex id="1-end" rid="1"/> go.</mrk> <mrk mtype="seg" mid="s3">Now.</mrk></seg-source>',
    );
    expect(written).toContain(
      '<target><mrk mtype="seg" mid="s1">Sag <bx id="1" ctype="bold" rid="1"/>es.</mrk> <mrk mtype="seg" mid="s2">Und<ex id="1-end" rid="1"/> geh.</mrk> <mrk mtype="seg" mid="s3">Jetzt.</mrk></target>',
    );
  });

  test.each([
    [
      xliffFormat,
      inXliff(
        '<source>Say <g id="1">it. And</g> go <g id="2">on</g>. Now.</source><target>Sag <g id="1">es. Und</g> geh <g id="2">los</g>. Jetzt.</target>',
      ),
    ],
    [
      xliff2Format,
      inXliff2(
        '<segment><source>Say <pc id="1">it. And</pc> go. Now.</source><target>Sag <pc id="1">es. Und</pc> geh. Jetzt.</target></segment>',
      ),
    ],
  ])('the checks have nothing to say about pairs of $id that were cut', async (format, input) => {
    const { parts } = await readDocument(format, await segmented(format, input), { targetLocale: 'de' });
    const checks = [qaCheck, placeholderCheck];
    const { blocks } = await runSteps(
      checks,
      checks.map(({ name }) => ({ tool: name })),
      parts,
    );
    expect(blocks.flatMap((block) => findingsIn(block, '', 0).map(({ finding }) => finding.message))).toEqual([]);
  });

  test('XLIFF 2 gets segments and ignorables that keep the state; a pair across sentences becomes sc and ec', async () => {
    const unit =
      '<segment state="reviewed"><source>Say <pc id="1" type="fmt" dispStart="[" dispEnd="]">it. And</pc> go.</source><target>Sag <pc id="1" type="fmt" dispStart="[" dispEnd="]">es. Und</pc> geh.</target></segment>';
    const written = await segmented(xliff2Format, inXliff2(unit));
    expect(written).toContain(
      '<segment id="s1" state="reviewed"><source>Say <sc id="1" type="fmt" disp="[" canOverlap="no"/>it.</source><target>Sag <sc id="1" type="fmt" disp="[" canOverlap="no"/>es.</target></segment><ignorable><source> </source><target> </target></ignorable><segment id="s2" state="reviewed"><source>And<ec startRef="1" disp="]" canOverlap="no"/> go.</source>',
    );
  });

  test('a target with other sentences than its source keeps one segment', async () => {
    const unit = '<segment><source>One. Two.</source><target>Eins und zwei.</target></segment>';
    const written = await segmentedText(xliff2Format, inXliff2(unit));
    expect(written).toContain('<source>One. Two.</source><target>Eins und zwei.</target>');
  });

  test.each([
    [xliffFormat, inXliff('<source>One. Two.</source><target>Eins. Zwei.</target>')],
    [xliff2Format, inXliff2('<segment><source>One. Two.</source><target>Eins. Zwei.</target></segment>')],
  ])('X66 units of $id without segments stay so when no step segments them', async (format, input) => {
    const document = await readDocument(format, input, { targetLocale: 'de' });
    const { bytes } = await writeDocument(format, document, { targetLocale: 'de' });
    expect(Buffer.from(bytes).toString()).toBe(input);
  });
});

/** Segments a file and writes it. */
async function segmentedText(format: Format, input: string): Promise<string> {
  const document = await readDocument(format, input, { targetLocale: 'de' });
  const steps = [{ tool: 'segmentation', config: { segmentTarget: true } }];
  const { parts } = await runSteps([segmentation], steps, document.parts);
  return Buffer.from((await writeDocument(format, { ...document, parts }, { targetLocale: 'de' })).bytes).toString();
}
