import { parseExpressionAt, type Expression, type Function as FunctionNode, type Pattern } from 'acorn';

/** The parameters of a function, read from its source. */
export interface ParsedParams {
  readonly params: readonly string[];
  /** Their texts in a signature. */
  readonly shown: readonly string[];
  readonly named: readonly string[];
  readonly generator: boolean;
  readonly reliable: boolean;
}

const nativeCode = /\{\s*\[native code\]\s*\}$/;
/** Matches minified code, without spaces and with short names: `a(e,t){`. */
const minified = /^[^(]*\((?:[\w$]{1,2}(?:=[^,()\s]+)?)(?:,[\w$]{1,2}(?:=[^,()\s]+)?)*\)(?:=>)?\{?\S/;
const maxShortName = 2;

/** A method on its own may refer to private fields that its class declares. */
const parserOptions = { ecmaVersion: 'latest', checkPrivateFields: false, allowAwaitOutsideFunction: true } as const;

/** Parses the parameters of a function from its source; the function is not called. */
export function parseParams(method: (...args: never[]) => unknown): ParsedParams {
  const source = Function.prototype.toString.call(method);
  const node = nativeCode.test(source) ? undefined : parseFunction(source);
  if (node === undefined) return unreadable(method.length);
  const read = node.params.map(readParam);
  return {
    params: read.map(({ name }) => name),
    shown: read.map(({ shown }) => shown),
    named: read.flatMap(({ keys }) => keys),
    generator: node.generator,
    reliable: !looksMinified(source, read),
  };
}

/** Parses a source as a method inside an object, then as a function or arrow, then as a script. */
function parseFunction(source: string): FunctionNode | undefined {
  for (const sourceType of ['module', 'script'] as const) {
    for (const text of [`({${source}})`, `(${source})`]) {
      const node = attempt(() => parseExpressionAt(text, 0, { ...parserOptions, sourceType }));
      const found = node === undefined ? undefined : functionIn(node);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function functionIn(node: Expression): FunctionNode | undefined {
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return node;
  const [member] = node.type === 'ObjectExpression' ? node.properties : [];
  return member?.type === 'Property' && member.value.type === 'FunctionExpression' ? member.value : undefined;
}

interface ReadParam {
  readonly name: string;
  readonly shown: string;
  readonly keys: readonly string[];
}

function readParam(param: Pattern, index: number): ReadParam {
  if (param.type === 'Identifier') return { name: param.name, shown: param.name, keys: [] };
  if (param.type === 'AssignmentPattern') {
    const inner = readParam(param.left, index);
    return { ...inner, shown: `${inner.shown}?` };
  }
  if (param.type === 'RestElement') {
    const { name, shown } = readParam(param.argument, index);
    return { name: `...${name}`, shown: `...${shown}`, keys: [] };
  }
  const keys = param.type === 'ObjectPattern' ? param.properties.flatMap(propertyKeys) : [];
  const shown = param.type === 'ObjectPattern' ? `{ ${keys.join(', ')} }` : `arg${index}`;
  return { name: `arg${index}`, shown, keys };
}

function propertyKeys(member: Extract<Pattern, { type: 'ObjectPattern' }>['properties'][number]): readonly string[] {
  if (member.type === 'RestElement') return ['...'];
  if (member.computed) return [];
  if (member.key.type === 'Identifier') return [member.key.name];
  return member.key.type === 'Literal' ? [String(member.key.value)] : [];
}

function looksMinified(source: string, read: readonly ReadParam[]): boolean {
  if (read.length === 0 || !minified.test(source)) return false;
  return read.every(({ name }) => name.replace('...', '').length <= maxShortName);
}

function unreadable(count: number): ParsedParams {
  const params = Array.from({ length: count }, (_, index) => `arg${index}`);
  return { params, shown: params, named: [], generator: false, reliable: false };
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    // Not a function of this form.
    return undefined;
  }
}
