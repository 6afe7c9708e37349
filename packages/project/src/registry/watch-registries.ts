import type { RegistrySource } from './registry-source.js';
import { buildOptionsOf, toFindings, type RegistriesContext } from './open-registries.js';
import { describeThrown } from '../module/describe-thrown.js';

/** A running watch of registries. */
export interface RegistriesWatch {
  /** Ends watching; waits for a running build. */
  close(): Promise<void>;
}

/** Watches the registries of a project: folders are built after every change, and `changed` is called once they are. */
export async function watchRegistries(
  sources: readonly RegistrySource[],
  context: RegistriesContext,
  changed: () => Promise<void>,
): Promise<RegistriesWatch> {
  let reloading: Promise<void> = Promise.resolve();
  const reload = () => {
    reloading = reloading
      .then(changed)
      .catch((thrown: unknown) => context.notify(`${describeThrown(thrown)}; the tools of before stay in place`));
  };
  const watches = await Promise.all(
    sources.map((source) =>
      source.builds ? watchFolder(source, context, reload) : watchFile(source, context, reload),
    ),
  );
  return {
    async close() {
      await Promise.all(watches.map((watch) => watch.close()));
      await reloading;
    },
  };
}

async function watchFolder(
  source: RegistrySource,
  context: RegistriesContext,
  reload: () => void,
): Promise<RegistriesWatch> {
  const { notify } = context;
  const { watchToolFolders } = await import('@helve/build');
  return watchToolFolders({
    ...(await buildOptionsOf(source, context)),
    onBuild(result) {
      if (result.ok) return reload();
      for (const { where, message, suggestion } of toFindings(result.problems, source))
        notify(`${where}: ${message}. ${suggestion}`);
      notify(`Cannot build "${source.from}"; the tools of before stay in place`);
    },
    onError: (thrown) => notify(describeThrown(thrown)),
  });
}

async function watchFile(
  { file }: RegistrySource,
  { notify }: RegistriesContext,
  reload: () => void,
): Promise<RegistriesWatch> {
  const { watchRegistry } = await import('@helve/build/load');
  const watch = await watchRegistry(file, {
    lazy: true,
    onSwap: reload,
    onError: (thrown) => notify(`${describeThrown(thrown)}; the tools of before stay in place`),
  });
  return { close: async () => watch.close() };
}
