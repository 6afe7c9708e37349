/** The file with the tools of the Execute suite, for places that load them by themselves. */
export const executeSuiteModule: string = decodeURIComponent(
  new URL(import.meta.url.endsWith('.ts') ? './execute-suite-tools.ts' : './execute-suite-tools.js', import.meta.url)
    .pathname,
);
