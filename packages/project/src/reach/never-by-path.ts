/** Names of files and folders that no caller of a door reaches by path, whatever the config opens. */
const names: readonly RegExp[] = [
  // Dot files and folders, `.helve` and `.git` among them.
  /^\./,
  /^node_modules$/,
  // Configs, the list of MCP servers, and registries: what they name is loaded or started.
  /^helve\./,
  /^tool_registry\./,
  /^(?:package|package-lock|npm-shrinkwrap|[jt]sconfig(?:\..+)?|deno)\.jsonc?$/,
  // Code, since Helve may load it: also what a config or a tool imports is safe then.
  /\.(?:[cm]?[jt]sx?|node|wasm|py|sh|ps1|bat|cmd|exe|dll|so|dylib)$/,
  // Databases, keys and vaults.
  /\.(?:db|sqlite3?)(?:-\w+)?$/,
  /\.(?:key|pem|p12|pfx)$/,
];

/** True when a path, as seen from a folder that is open, leads over such a name. */
export function isNeverByPath(inside: string): boolean {
  return inside.split(/[/\\]/).some((name) => {
    const folded = fold(name);
    return names.some((never) => never.test(folded)) || (process.platform === 'win32' && isWindowsTrick(name));
  });
}

/** As the file system compares names that cares least: without case, signs that cannot be seen, or spaces at the end. */
function fold(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/u, (end) => (end.length === name.length ? end : ''));
}

/** A stream of a file, or the short name that the system has for a long one. */
function isWindowsTrick(name: string): boolean {
  return name.includes(':') || /~\d/.test(name);
}
