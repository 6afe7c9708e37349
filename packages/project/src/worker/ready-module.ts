/** Returns a module that a worker can import: TypeScript is compiled, with a compiler that is loaded only then. */
export async function readyModule(file: string, folder: string): Promise<string> {
  if (!/\.[cm]?tsx?$/.test(file)) return file;
  const { compileModule } = await import('../module/compile-module.js');
  return compileModule(file, folder);
}
