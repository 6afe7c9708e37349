import { localeFolder, localeOfName, localeSuffix } from '@helve/flow/content';
import type { Format } from '@helve/flow/content';

const spell = (locale: string): string => locale;
const files = localeSuffix({ mark: '.', spell });
const folders = localeFolder({ spell, parse: localeOfName });

/** Resources of Windows apps are in a folder for each language, those of .NET are called after theirs. */
function rulesFor(path: string): typeof files {
  return /\.resw$/iu.test(path) ? folders : files;
}

/** Where translations are: `Resources.pt-BR.resx`, `Strings/pt-BR/Resources.resw`. */
export const resxLocales: Pick<Format, 'localePath' | 'localeOfPath' | 'basePath'> = {
  localePath: (path, source, target) => rulesFor(path).localePath(path, source, target),
  localeOfPath: (path) => rulesFor(path).localeOfPath(path),
  basePath: (path) => rulesFor(path).basePath(path),
};
