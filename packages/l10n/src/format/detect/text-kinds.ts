import type { FileEvidence } from './file-evidence.js';
import { sign, type FormatSign, type FileKind } from './file-kind.js';

/** Text formats, which their name tells, or the way they begin. */
export const textKinds: readonly FileKind[] = [
  { id: 'yaml', title: 'a YAML file', extensions: ['.yaml', '.yml'], look: yaml },
  {
    id: 'applestrings',
    title: 'an Apple strings file',
    extensions: ['.strings'],
    look: ({ text }) =>
      sign(
        /^\s*"(?:[^"\\]|\\.)*"\s*=\s*"(?:[^"\\]|\\.)*"\s*;/mu.test(text),
        0.85,
        'it has lines of the form "key" = "value";',
      ),
  },
  { id: 'csv', title: 'a table of comma-separated values', extensions: ['.csv'] },
  { id: 'tsv', title: 'a table of tab-separated values', extensions: ['.tsv', '.tab'] },
  { id: 'fluent', title: 'a Fluent file', extensions: ['.ftl'], look: fluent },
  { id: 'freemarker', title: 'a FreeMarker template', extensions: ['.ftl'], look: freemarker },
  {
    id: 'srt',
    title: 'a SubRip subtitle file',
    extensions: ['.srt'],
    look: ({ text }) =>
      sign(/^\s*(?:\d+\s*\n)?\d+:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/u.test(text), 0.95, 'it begins with a time line'),
  },
  {
    id: 'vtt',
    title: 'a WebVTT subtitle file',
    extensions: ['.vtt'],
    look: ({ text }) => sign(/^WEBVTT(?:\s|$)/u.test(text), 0.98, 'it begins with "WEBVTT"'),
  },
  {
    id: 'ass',
    title: 'an Advanced SubStation Alpha subtitle file',
    extensions: ['.ass', '.ssa'],
    look: ({ text }) => sign(/^\[Script Info\]/imu.test(text), 0.95, 'it has the section [Script Info]'),
  },
  {
    id: 'php',
    title: 'a PHP file',
    extensions: ['.php'],
    look: ({ text }) => sign(/^\s*(?:#![^\n]*\n)?<\?(?:php\b|=)/u.test(text), 0.95, 'it begins with "<?php"'),
  },
  {
    id: 'toml',
    title: 'a TOML file',
    extensions: ['.toml'],
    look: ({ text }) =>
      sign(
        /^\[\[?[\w."' -]+\]\]?\s*$[^]*?^[\w."-]+[ \t]*=[ \t]*["']/mu.test(text.slice(0, 8000)),
        0.6,
        'it has tables with quoted values',
      ),
  },
  {
    id: 'ini',
    title: 'an INI file',
    extensions: ['.ini', '.inf', '.lang', '.desktop'],
    look: ({ text }) =>
      sign(/^\[[\w .-]+\]\s*$[^]*?^[\w.-]+\s*=/mu.test(text.slice(0, 4000)), 0.4, 'it has a section with entries'),
  },
  {
    id: 'jsmodule',
    title: 'a JavaScript or TypeScript module',
    extensions: ['.ts', '.js', '.mjs', '.cjs', '.mts', '.cts', '.tsx', '.jsx'],
    look: jsmodule,
  },
  {
    id: 'asciidoc',
    title: 'an AsciiDoc document',
    extensions: ['.adoc', '.asciidoc', '.asc'],
    look: ({ text }) => asciidoc(text),
  },
  {
    id: 'rst',
    title: 'a reStructuredText document',
    extensions: ['.rst'],
    hint: 'let Sphinx make gettext catalogs of it',
  },
  { id: 'latex', title: 'a LaTeX document', extensions: ['.tex'] },
  {
    id: 'rtf',
    title: 'an RTF document',
    extensions: ['.rtf'],
    look: ({ text }) => sign(text.startsWith('{\\rtf'), 0.95, 'it begins with "{\\rtf"'),
  },
  { id: 'dtd', title: 'a DTD file', extensions: ['.dtd'] },
  { id: 'rc', title: 'a Windows resource script', extensions: ['.rc'] },
];

function isFreemarker(text: string): boolean {
  return /<#(?:--|ftl\b|import\b|if\b|list\b|macro\b|assign\b)|<@\w/u.test(text);
}

function fluent({ text, xml }: FileEvidence): FormatSign | undefined {
  if (xml !== undefined || isFreemarker(text) || !/^-?[a-zA-Z][\w-]*[ \t]*=/mu.test(text)) return undefined;
  return (
    sign(
      /\{[ \t]*(?:\$[\w-]+|-[\w-]+|[A-Z]+\()|^[ \t]+\.[\w-]+[ \t]*=/mu.test(text),
      0.7,
      'it has placeables of Fluent',
    ) ?? sign(true, 0.3, 'it has lines of the form key = value')
  );
}

function freemarker({ text, xml }: FileEvidence): FormatSign | undefined {
  return (
    sign(isFreemarker(text), 0.9, 'it has directives of FreeMarker') ??
    sign(xml !== undefined && /\$\{[\w.]+\}/u.test(text), 0.5, 'it has markup with ${…}')
  );
}

function yaml({ text }: FileEvidence): FormatSign | undefined {
  const [start = '', ...more] = text.slice(0, 16_384).split(/^---[ \t]*\r?$/mu);
  const body = /^\s*(?:#[^\n]*\n\s*)*$/u.test(start) ? (more[0] ?? '') : start;
  const mapping = /^(?:\s*#[^\n]*\n|\s*\n)*[\w'"-]+:(?:[ \t]*\r?\n[ \t]+[\w'"-]+:|[ \t]+\S)/u.test(body);
  if (!mapping) return undefined;
  return (
    sign(body !== start && more.length === 1, 0.65, 'it is one YAML document') ??
    sign(body === start, 0.55, 'it begins like YAML')
  );
}

function jsmodule({ text, xml }: FileEvidence): FormatSign | undefined {
  if (xml !== undefined) return undefined;
  const statement =
    /^(?:import\s[^\n]*from\s*['"]|import\s*['"]|export\s+(?:default|const|let|function|class|type|interface|\{|\*)|module\.exports\b|const\s+[\w{[]+[^\n]*=)/mu;
  return (
    sign(statement.test(text), 0.7, 'it has statements of JavaScript') ??
    sign(/\bfunction\b|=>|['"]use strict['"]/u.test(text), 0.3, 'it has expressions of JavaScript')
  );
}

function asciidoc(text: string): FormatSign | undefined {
  const title = /^={1,5} \S/mu.test(text) && !/^#{1,6} \S/mu.test(text);
  const marked = /^(?:\[\[[\w-]+\]\]|\[(?:source|NOTE|TIP|id=|#)[^\]\n]*\]|include::|:[\w-]+:|\/\/)/mu.test(text);
  return sign(title, marked ? 0.7 : 0.55, 'it has titles that begin with "="');
}
