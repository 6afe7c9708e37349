import type { LocaleId } from '@helve/flow';

/** Returns the path of the translation of a file that is called after its language, as in Rails: `devise.pt-BR.yml`. */
export function yamlLocalePath(path: string, source: LocaleId, target: LocaleId): string | undefined {
  const [, before, extension] = /^(.*?)(\.ya?ml)$/isu.exec(path) ?? [];
  if (before?.endsWith(source) !== true) return undefined;
  const folder = before.slice(0, -source.length);
  return /(?:^|[./\\])$/u.test(folder) ? `${folder}${target}${extension}` : undefined;
}
