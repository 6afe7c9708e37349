import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from './project.js';

const resx = `<root>
  <data name="a" xml:space="preserve"><value>Open Acme {0} windows</value><comment>{Locked="Acme"}</comment></data>
</root>
`;

/** A project with a locked word, and a term that a step of a flow finds. */
async function createMarked(format: string) {
  const { helve, folder } = await createProject({
    'Strings.resx': resx,
    'terms.csv': 'source,target\nwindow,Fenster\n',
    'terms.yaml': 'steps:\n  - tool: term-lookup\n',
  });
  expect(await helve(['terms', 'import', 'terms.csv', '--from', 'en', '--to', 'de'])).toMatchObject({ code: 0 });
  const argv = ['Strings.resx', '--source', 'en', '--target', 'de', '--flow', 'terms.yaml', '--to', format, '--json'];
  const ran = await helve(['extract', ...argv]);
  const { outputs } = JSON.parse(ran.stdout) as { readonly outputs: readonly { readonly path: string }[] };
  const out = await readFile(join(folder, outputs[0]?.path ?? ''), 'utf8');
  const merge = async (text: string) => {
    await mkdir(join(folder, 'back'));
    await writeFile(join(folder, 'back/de.xlf'), text);
    const merged = await helve(['merge', 'back', '--json']);
    const { counts } = JSON.parse(merged.stdout) as { readonly counts: Readonly<Record<string, number>> };
    return { counts, text: await readFile(join(folder, 'Strings.de.resx'), 'utf8') };
  };
  return { out, merge };
}

const sources = {
  xliff2:
    'Open <mrk id="helve-mark-1" translate="no">Acme</mrk> <ph id="1" dataRef="d1" type="ui" subType="xlf:var" canCopy="no" canDelete="no"/> <mrk id="helve-mark-2" type="term">windows</mrk>',
  xliff:
    'Open <mrk mid="helve-mark-1" mtype="protected">Acme</mrk> <ph id="1" ctype="x-helve-code.variable">{0}</ph> <mrk mid="helve-mark-2" mtype="term">windows</mrk>',
};

test.each(Object.entries(sources))(
  'X105 words that are not to be translated, and terms, are marked in %s, and a translation comes home with the marks or without',
  async (format, source) => {
    const { out, merge } = await createMarked(format);
    expect(out).toContain(`<source>${source}</source>`);
    expect(out).toMatch(/<note[^>]*>Terms: windows = Fenster<\/note>/);
    const code = /<ph [^>]*\/>|<ph .*?<\/ph>/.exec(source)?.[0] ?? '';
    const [mark = ''] = /<mrk [^>]*1"[^>]*>/.exec(source) ?? [];
    const target = `</source>\n<target>${code} Fenster in ${mark}Acme</mrk> öffnen</target>`;
    const { counts, text } = await merge(out.replace('</source>', target));
    expect(counts).toMatchObject({ applied: 1, damaged: 0 });
    expect(text).toContain('<value>{0} Fenster in Acme öffnen</value>');
  },
);
