/** The artifact; its presence means that all other files are there. */
export const artifactFile = 'tool_registry.json';

/** The import manifest, and its types. */
export const manifestFile = 'tool_registry.js';
export const manifestTypesFile = 'tool_registry.d.ts';

/** The bundled handlers, one file each. */
export const handlersFolder = 'handlers';

/** The forms of providers that are read on demand, one file each. */
export const providersFolder = 'tool_registry.providers';
