import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isTest, packageOf, type Rule } from './rules.js';
import { asArray, isNode, scan, type Node } from './scan.js';

const MAX_FILES = 30;

/** `core/contract` declares types and frozen tables; a private function may only make a row of a table. */
export const checkContractIsData: Rule = (tree) =>
  [...tree]
    .filter(([path]) => path.startsWith('packages/core/src/contract/') && !isTest(path))
    .flatMap(([path, text]) => findBehaviour(path, text).map((found) => `${path}:${found}`));

function findBehaviour(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const lineOf = ({ start }: Node) => text.slice(0, Number(start)).split('\n').length;
  return asArray(program.body).flatMap((statement) => {
    const exported = statement['type'] === 'ExportNamedDeclaration' && isNode(statement['declaration']);
    const declaration = exported ? (statement['declaration'] as Node) : statement;
    const line = lineOf(statement);
    if (declaration['type'] === 'ClassDeclaration') return [`${line} declares a class`];
    if (exported && declaresFunction(declaration)) return [`${line} exports a function`];
    return declaresFunction(declaration) && !isRowMaker(declaration) ? [`${line} has a function with steps`] : [];
  });
}

function declaresFunction({ type, declarations }: Node): boolean {
  return type === 'FunctionDeclaration' || asArray(declarations).some(({ init }) => isNode(init) && isFunction(init));
}

const isFunction = ({ type }: Node) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** True for a function that is one `return`. */
function isRowMaker({ body }: Node): boolean {
  const steps = isNode(body) ? asArray(body['body']) : [];
  return steps.length === 1 && steps[0]?.['type'] === 'ReturnStatement';
}

/** A folder that one can take in at a glance; `ungrouped` are those still to be grouped. */
export const checkFolderSize =
  (ungrouped: readonly string[]): Rule =>
  (tree) => {
    const counts = new Map<string, number>();
    for (const path of tree.keys()) {
      const folder = posix.dirname(path);
      if (/^packages\/[^/]+\/src\b/.test(folder) && !isTest(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    return [...counts]
      .filter(([folder, count]) => count > MAX_FILES && !ungrouped.includes(folder))
      .map(([folder, count]) => `${folder} has ${count} source files: group them, ${MAX_FILES} is the most`);
  };

/** A comment has to make sense without the one before it; `unclean` are the packages still to be gone through. */
export const checkCommentsStandAlone =
  (unclean: readonly string[]): Rule =>
  (tree) =>
    scan(tree)
      .filter(({ path }) => !unclean.includes(packageOf(path) ?? ''))
      .flatMap(({ path, comments }) =>
        comments
          .filter(({ text }) => /^the same\b/i.test(text))
          .map(({ line }) => `${path}:${line} a comment begins with "The same"`),
      );
