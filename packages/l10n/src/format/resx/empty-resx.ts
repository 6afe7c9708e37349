const assembly = 'System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089';

const headers: readonly (readonly [string, string])[] = [
  ['resmimetype', 'text/microsoft-resx'],
  ['version', '2.0'],
  ['reader', `System.Resources.ResXResourceReader, ${assembly}`],
  ['writer', `System.Resources.ResXResourceWriter, ${assembly}`],
];

/** Returns the empty document of new resource files: the headers that .NET asks for. */
export function emptyResx(): string {
  const lines = headers.map(
    ([name, value]) => `  <resheader name="${name}">\n    <value>${value}</value>\n  </resheader>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<root>\n${lines.join('')}</root>\n`;
}
