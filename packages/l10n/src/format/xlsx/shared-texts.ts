import { walkMember, type XmlMember } from '../package/member-xml.js';
import { itemText } from './string-item.js';

/** Reads the shared strings of a workbook as texts, without their formats. */
export async function readSharedTexts(member: XmlMember): Promise<readonly string[]> {
  const texts: string[] = [];
  await walkMember(
    member,
    { local: 'sst', depth: 0 },
    {
      child: (element) => {
        if (element.local === 'si') texts.push(itemText(element));
      },
    },
  );
  return texts;
}
