import type { FileEvidence } from './file-evidence.js';
import { sign, type FormatSign, type FileKind } from './file-kind.js';

/** XML vocabularies, which the root element and its namespace tell apart. */
export const xmlKinds: readonly FileKind[] = [
  { id: 'androidxml', title: 'an Android string resource', extensions: [], look: root(['resources']) },
  { id: 'ts', title: 'a Qt translation file', extensions: ['.ts'], look: root(['TS']) },
  {
    id: 'tmx',
    title: 'a TMX translation memory',
    extensions: ['.tmx'],
    look: root(['tmx']),
    hint: 'import it into a memory with `helve tm import`',
  },
  {
    id: 'tbx',
    title: 'a TBX termbase',
    extensions: ['.tbx'],
    look: root(['martif', 'tbx', 'TBX']),
    hint: 'import its terms with `helve terms import`',
  },
  { id: 'stringsdict', title: 'an Apple stringsdict file', extensions: ['.stringsdict'], look: stringsdict },
  { id: 'plist', title: 'an Apple property list', extensions: ['.plist'], look: root(['plist'], 0.9) },
  { id: 'resx', title: 'a .NET resource file', extensions: ['.resx', '.resw'], look: resx },
  {
    id: 'txml',
    title: 'a Wordfast TXML file',
    extensions: ['.txml'],
    hint: 'save it as TXLF, which is XLIFF',
  },
  { id: 'xmb', title: 'an XMB or XTB message bundle', extensions: ['.xmb', '.xtb'], look: messageBundle },
  { id: 'html', title: 'an HTML page', extensions: ['.html', '.htm', '.xhtml'], look: html },
  { id: 'xml:ttml', title: 'a TTML subtitle file', extensions: ['.ttml', '.dfxp'], look: root(['tt'], 0.9) },
  {
    id: 'xml:dita',
    title: 'a DITA topic or map',
    extensions: ['.dita', '.ditamap'],
    look: root(
      ['topic', 'concept', 'task', 'reference', 'map', 'bookmap', 'dita', 'glossentry', 'subjectScheme'],
      0.7,
      /dita/iu,
    ),
  },
  {
    id: 'xml:docbook',
    title: 'a DocBook document',
    extensions: ['.dbk', '.docbook'],
    look: ({ xml }) => sign(/docbook/iu.test(`${xml?.namespace} ${xml?.doctype}`), 0.95, 'it declares DocBook'),
  },
  { id: 'xml:svg', title: 'an SVG image', extensions: ['.svg'], look: root(['svg'], 0.9) },
  { id: 'xml:xaml', title: 'a XAML file', extensions: ['.xaml'], look: xaml },
  { id: 'xml:wxl', title: 'a WiX localization file', extensions: ['.wxl'], look: root(['WixLocalization']) },
  {
    id: 'xml:its',
    title: 'a file of ITS rules',
    extensions: ['.its'],
    look: ({ xml }) =>
      sign(xml?.name === 'rules' && xml.namespace === 'http://www.w3.org/2005/11/its', 0.95, 'it holds ITS rules'),
  },
  {
    id: 'vue',
    title: 'a Vue component',
    extensions: ['.vue'],
    look: ({ xml, text }) =>
      sign(
        ['template', 'script', 'style', 'i18n'].includes(xml?.name ?? '') && /^<\/?(?:template|i18n)\b/mu.test(text),
        0.8,
        'its blocks are those of a Vue component',
      ),
  },
  {
    id: 'xml',
    title: 'an XML file',
    extensions: ['.xml'],
    look: ({ xml, text }) =>
      sign(/^\s*<\?xml\s/u.test(text), 0.6, 'it has an XML declaration') ??
      sign(xml !== undefined && xml.name !== 'xliff', 0.5, `it begins with the element "${xml?.name}"`),
  },
];

function root(
  names: readonly string[],
  confidence = 0.95,
  declared?: RegExp,
): (file: FileEvidence) => FormatSign | undefined {
  return ({ xml }) => {
    if (xml === undefined || !names.includes(xml.name)) return undefined;
    const sure = declared?.test(`${xml.doctype} ${xml.tag}`) ?? false;
    return { confidence: sure ? 0.95 : confidence, reason: `its root element is "${xml.name}"` };
  };
}

function stringsdict({ xml, text }: FileEvidence): FormatSign | undefined {
  const plist = xml?.name === 'plist' && /<key>NSString(?:LocalizedFormatKey|VariableWidthRuleType)/u.test(text);
  return sign(plist, 0.95, 'it has the keys of plural rules');
}

function resx({ xml, text }: FileEvidence): FormatSign | undefined {
  const known = xml?.name === 'root' && /<resheader\s|<data\s+name=/u.test(text);
  return sign(known, 0.95, 'its root element holds "resheader" and "data" elements');
}

function messageBundle({ xml }: FileEvidence): FormatSign | undefined {
  return sign(['messagebundle', 'translationbundle'].includes(xml?.name ?? ''), 0.95, 'its root element is a bundle');
}

/** True for `${…}` outside of scripts, which templates have. */
function hasVariables(text: string): boolean {
  return /\$\{[\w.]+\}/u.test(text.replaceAll(/<script[^]*?(?:<\/script|$)/giu, ''));
}

function html({ xml, text }: FileEvidence): FormatSign | undefined {
  return (
    sign(/^<!doctype\s+html/iu.test(xml?.doctype ?? text.trimStart().slice(0, 200)), 0.95, 'its doctype is html') ??
    sign(/^html$/iu.test(xml?.name ?? ''), hasVariables(text) ? 0.45 : 0.95, 'its root element is "html"')
  );
}

function xaml({ xml }: FileEvidence): FormatSign | undefined {
  return sign(
    /schemas\.microsoft\.com\/winfx|github\.com\/avaloniaui/iu.test(xml?.tag ?? ''),
    0.95,
    'it declares XAML',
  );
}
