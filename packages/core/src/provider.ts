/** Dependencies of calls, as an entry of its own: most applications import the registry alone. */
export {
  ProviderRegistry,
  ProviderRegistry as default,
  type ProviderRegistryOptions,
} from './provider/provider-registry.js';
