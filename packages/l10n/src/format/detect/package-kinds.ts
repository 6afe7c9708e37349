import type { FileEvidence } from './file-evidence.js';
import { sign, type FormatSign, type FileKind } from './file-kind.js';

/** Packages and other binary files, which their first bytes tell apart. */
export const packageKinds: readonly FileKind[] = [
  office('docx', 'a Word document', ['.docx', '.docm', '.dotx', '.dotm'], 'word/', /wordprocessingml|ms-word/u),
  office('xlsx', 'an Excel workbook', ['.xlsx', '.xlsm', '.xltx'], 'xl/', /spreadsheetml|ms-excel/u),
  office('pptx', 'a PowerPoint presentation', ['.pptx', '.pptm', '.potx'], 'ppt/', /presentationml|ms-powerpoint/u),
  declared(
    'odf',
    'an OpenDocument file',
    ['.odt', '.ods', '.odp', '.odg', '.ott'],
    'application/vnd.oasis.opendocument',
  ),
  declared('epub', 'an EPUB book', ['.epub'], 'application/epub+zip', 'META-INF/container.xml'),
  declared('idml', 'an InDesign IDML document', ['.idml'], 'application/vnd.adobe.indesign-idml', 'designmap.xml'),
  {
    ...binary('office-binary', 'an Office file of the old binary kind, or an encrypted one', 'd0cf11e0a1b11ae1', [
      '.doc',
      '.xls',
      '.ppt',
    ]),
    hint: 'save it as .docx, .xlsx or .pptx without a password',
  },
  binary('pdf', 'a PDF document', '25504446', ['.pdf']),
  binary('image', 'an image', '89504e47', ['.png', '.jpg', '.jpeg', '.gif', '.webp']),
  binary('image-jpeg', 'an image', 'ffd8ff', []),
  binary('image-gif', 'an image', '47494638', []),
  binary('gzip', 'a gzip archive', '1f8b08', ['.gz', '.tgz']),
  {
    ...binary('applestrings-compiled', 'a compiled property list', '62706c6973743030', []),
    hint: 'read the .strings file that it was compiled from',
  },
  binary('mo', 'a compiled gettext catalog', 'de120495', ['.mo', '.gmo']),
  binary('mo-big-endian', 'a compiled gettext catalog', '950412de', []),
  {
    id: 'video',
    title: 'a video (MPEG transport stream)',
    extensions: [],
    signature: true,
    look: ({ head }) =>
      sign(
        head.length > 376 && head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47,
        0.95,
        'a packet begins every 188 bytes',
      ),
  },
  {
    id: 'zip',
    title: 'a zip archive',
    extensions: ['.zip'],
    signature: true,
    look: ({ zip }) => sign(zip !== undefined, 0.7, 'it begins like a zip file'),
  },
];

function office(id: string, title: string, extensions: readonly string[], folder: string, mainPart: RegExp): FileKind {
  const look = ({ zip }: FileEvidence): FormatSign | undefined => {
    const main = /ContentType="([^"]*\.main\+xml)"/u.exec(zip?.contentTypes ?? '')?.[1];
    if (main !== undefined) return sign(mainPart.test(main), 0.98, `its main part is "${main}"`);
    return sign(zip?.names.some((name) => name.startsWith(folder)) ?? false, 0.9, `it has entries in "${folder}"`);
  };
  return { id, title, extensions, signature: true, look };
}

function declared(
  id: string,
  title: string,
  extensions: readonly string[],
  mimetype: string,
  entry?: string,
): FileKind {
  const look = ({ zip }: FileEvidence): FormatSign | undefined =>
    sign(zip?.mimetype.startsWith(mimetype) ?? false, 0.98, `its entry "mimetype" says ${mimetype}`) ??
    sign(entry !== undefined && (zip?.names.includes(entry) ?? false), 0.8, `it has the entry "${String(entry)}"`);
  return { id, title, extensions, signature: true, look };
}

function binary(id: string, title: string, hex: string, extensions: readonly string[]): FileKind {
  const magic = Buffer.from(hex, 'hex');
  const look = ({ head }: FileEvidence): FormatSign | undefined =>
    sign(magic.equals(head.subarray(0, magic.length)), 0.95, `it begins with the bytes ${hex}`);
  return { id, title, extensions, signature: true, look };
}
