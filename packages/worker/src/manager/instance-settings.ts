import { Secret } from '@helve/core';
import type { Config } from '../capability/tool-capability.js';
import type { ResolvedWorkerEnv } from '../env/worker-env-input.js';
import { effectiveManifest } from '../manifest/effective-manifest.js';
import type { CapabilityCatalog } from './capability-catalog.js';
import type { CapabilityInstance } from './capability-instance.js';
import { changeInstanceConfig, type ConfigRequest } from './change-instance-config.js';
import { assertOverride } from './env-override.js';
import { journalThenPublish, journalInstance, type Host } from './host.js';
import type { InstanceRecords } from './instance-records.js';
import type { LoadedInstances } from './loaded-instances.js';
import { resolveEnv } from './worker-plan.js';

/** Tells a worker after its last call. */
async function signal(member: CapabilityInstance, enabled: boolean): Promise<void> {
  if (!enabled) await member.gate.whenIdle();
  if (member.supervisor.state !== 'running') return;
  await member.lifecycle(await member.supervisor.ready(), enabled ? 'onEnable' : 'onDisable');
}

/** Changes settings of instances: configuration, enabled state, variables and secrets. */
export class InstanceSettings {
  readonly #host: Host;
  readonly #catalog: CapabilityCatalog;
  readonly #records: InstanceRecords;
  readonly #loaded: LoadedInstances;
  /** Restarts an instance whose environment has changed. */
  readonly #reload: (id: string) => Promise<unknown>;

  constructor(
    host: Host,
    catalog: CapabilityCatalog,
    records: InstanceRecords,
    loaded: LoadedInstances,
    reload: (id: string) => Promise<unknown>,
  ) {
    this.#host = host;
    this.#catalog = catalog;
    this.#records = records;
    this.#loaded = loaded;
    this.#reload = reload;
  }

  async configure(id: string, request: ConfigRequest): Promise<readonly string[]> {
    const instance = this.#loaded.get(id);
    return instance.lock.run(async () => {
      const persist = (config: Config) => this.#records.put(instance, { config });
      const keys = [...(await changeInstanceConfig(instance, request, persist))];
      if (keys.length > 0) {
        await this.#loaded.pool(id).spread(async (member, config) => {
          await changeInstanceConfig(member, { replace: config }, async () => undefined);
        });
      }
      if (keys.length > 0) await this.#note(instance, { keys, configHash: instance.configHash });
      return keys;
    });
  }

  async switch(id: string, enabled: boolean): Promise<void> {
    const instance = this.#loaded.get(id);
    await instance.lock.run(async () => {
      if (instance.enabled === enabled) return;
      const pool = this.#loaded.pool(id);
      for (const member of pool.members) member.enabled = enabled;
      await this.#records.put(instance, { enabled });
      await pool.each((member) => signal(member, enabled));
      await this.#note(instance, { enabled });
    });
  }

  async override(id: string, name: string, value: string | null, reload: boolean): Promise<void> {
    const instance = this.#loaded.find(id);
    const source = instance?.found ?? (await this.#catalog.find((await this.#host.config.get(id))?.capability ?? id));
    const { code } = source.manifest;
    assertOverride(code, name, value);
    await this.#records.override(id, instance, code.name, name, value);
    const ids = { capability: code.name, instanceId: id };
    await journalThenPublish(this.#host, 'env', ids, { key: name, set: value !== null });
    if (instance !== undefined) await this.#envChanged([instance], reload);
  }

  async setSecret(capability: string, key: string, value: string | Secret, reload: boolean): Promise<void> {
    await this.#host.secrets.put(capability, key, typeof value === 'string' ? new Secret(value) : value);
    await this.#secretChanged(capability, key, true, reload);
  }

  async removeSecret(capability: string, key: string, reload: boolean): Promise<boolean> {
    const removed = await this.#host.secrets.delete(capability, key);
    if (removed) await this.#secretChanged(capability, key, false, reload);
    return removed;
  }

  async envReport(id: string): Promise<ResolvedWorkerEnv> {
    const instance = this.#loaded.find(id);
    const found = instance?.found ?? (await this.#catalog.find(id));
    const record = await this.#host.config.get(id);
    return resolveEnv(this.#host, effectiveManifest(found.manifest), {
      options: instance?.plan.options ?? {},
      envOverrides: record?.envOverrides ?? {},
    });
  }

  async #secretChanged(capability: string, key: string, set: boolean, reload: boolean): Promise<void> {
    await journalThenPublish(this.#host, 'secret', { capability }, { key, set });
    await this.#envChanged(this.#loaded.ofCapability(capability), reload);
  }

  async #envChanged(instances: readonly CapabilityInstance[], reload: boolean): Promise<void> {
    for (const instance of instances) instance.envStale = true;
    if (reload) await Promise.all(instances.map(({ id }) => this.#reload(id)));
  }

  #note(instance: CapabilityInstance, facts: Parameters<typeof journalInstance>[3]): Promise<void> {
    return journalInstance(this.#host, 'config', instance, facts);
  }
}
