import { childElements, attributeValue, type XmlElement } from '../../xml/xml-node.js';
import { isCoreElement } from '../namespace.js';
import { checkAllFragments } from './check-fragment.js';
import { checkIds } from './check-id.js';
import { checkInline, checkKept } from './check-inline.js';
import { checkIts } from './check-its.js';
import { checkModuleAttributes } from './check-module-attribute.js';
import { checkModule } from './check-module.js';
import { checkStructure } from './check-structure.js';
import { checkDataRefs, checkLanguages, checkSegments, checkSubFlows } from './check-unit.js';
import type { Report, Violation } from './violation.js';
import { listInline, walk } from './walk.js';

/** Lists the violations of XLIFF 2 in a document, in order. */
export function validateXliff(root: XmlElement): readonly Violation[] {
  const found: Violation[] = [];
  const report: Report = (rule, problem, { start }) => void found.push({ rule, problem, at: start });
  checkVersion(root, report);
  checkStructure(root, report);
  checkIds(root, report);
  checkAllFragments(root, report);
  for (const element of walk(root)) {
    checkModule(element, root, report);
    checkModuleAttributes(element, report);
    checkIts(element, report);
  }
  for (const file of childElements(root)) checkFile(file, root, report);
  return found.toSorted((a, b) => a.at - b.at);
}

/** Checks that version and namespace match; 2.1 has that of 2.0. */
function checkVersion(root: XmlElement, report: Report): void {
  const version = attributeValue(root, 'version');
  if (version !== undefined && root.uri.endsWith(':2.2') !== (version === '2.2')) {
    report('version', `the version "${version}" has a different namespace`, root);
  }
}

function checkFile(file: XmlElement, root: XmlElement, report: Report): void {
  const units = walk(file).filter((element) => isCoreElement(element, 'unit'));
  const ids = new Set(units.map((unit) => attributeValue(unit, 'id') ?? ''));
  for (const unit of units) {
    checkSegments(unit, report);
    checkLanguages(unit, root, report);
    if (listInline(unit, 'source').length + listInline(unit, 'target').length === 0) continue;
    checkInline(unit, report);
    checkKept(unit, report);
    checkSubFlows(unit, ids, report);
    for (const side of ['source', 'target'] as const) {
      checkDataRefs(
        listInline(unit, side).map(({ element }) => element),
        unit,
        report,
      );
    }
  }
}
