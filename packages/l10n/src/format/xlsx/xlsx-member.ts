import type { XmlMember } from '../package/member-xml.js';
import type { PackageReading } from '../package/package-reading.js';

/** Opens a member of a workbook that is XML with this root. */
export async function xlsxMember(reading: PackageReading, name: string, root: string): Promise<XmlMember> {
  const file = reading.context(name).document;
  return { text: await reading.text(name), file, format: 'xlsx', root };
}
