import type { ProviderFile, RegistryArtifact } from '../contract/artifact.js';
import { isPlainObject } from '../json/is-plain-object.js';
import type { Compiled } from '../contract/schema-compiler.js';
import { coreErrors } from '../errors/core-errors.js';
import { nearestNames } from '../errors/nearest-name.js';
import type { ArtifactTools } from './artifact-tools.js';
import { assertForms, assertProviderFile, badForms } from './check-artifact.js';
import { freezeJson } from '../json/freeze-json.js';
import { isVerified } from './verified.js';

/** Readers of the side files, by provider: the file, or a module whose default it is. */
export type ProviderSources = Readonly<Record<string, () => Promise<unknown>>>;

/** The forms of one provider by tool. */
export type Forms = Readonly<Record<string, Compiled>>;

/** The forms that an artifact has for providers, inside it or in side files that are read when asked for. */
export class ProviderForms {
  readonly #artifact: RegistryArtifact;
  readonly #tools: ArtifactTools;
  readonly #sources: ProviderSources;
  readonly #forms = new Map<string, Forms>();
  readonly #reading = new Map<string, Promise<void>>();

  constructor(tools: ArtifactTools, sources: ProviderSources) {
    this.#artifact = tools.artifact;
    this.#tools = tools;
    this.#sources = sources;
  }

  has(provider: string): boolean {
    return Object.hasOwn(this.#artifact.providerDigests, provider);
  }

  get providers(): readonly string[] {
    return Object.keys(this.#artifact.providerDigests);
  }

  /** Reads the side file of a provider, once; a failed reading is tried again next time. */
  async read(provider: string): Promise<void> {
    if (!this.#isBeside(provider) || this.#forms.has(provider)) return;
    const reading = this.#reading.get(provider) ?? this.#readFile(provider);
    this.#reading.set(provider, reading);
    try {
      await reading;
    } finally {
      this.#reading.delete(provider);
    }
  }

  /** Looks at all forms kept in the artifact itself, so that a changed one shows now. */
  openInside(): void {
    for (const provider of this.providers) {
      if (!this.#isBeside(provider) && !this.#forms.has(provider)) this.#inside(provider);
    }
  }

  /** The form of one tool; undefined if there is none. */
  formOf(provider: string, id: string): Compiled | undefined {
    const forms = this.#forms.get(provider) ?? this.#inside(provider);
    return Object.hasOwn(forms, id) ? forms[id] : undefined;
  }

  async #readFile(provider: string): Promise<void> {
    const source = Object.hasOwn(this.#sources, provider) ? this.#sources[provider] : undefined;
    if (source === undefined) throw coreErrors.create('CALL_FORM_UNREAD', { provider });
    const file = fileOf(await source());
    assertProviderFile(file, provider);
    this.#assertBelongs(file);
    this.#forms.set(provider, freezeJson(file.tools));
  }

  #assertBelongs(file: ProviderFile): void {
    const expected = this.#artifact.providerDigests[file.provider];
    if (!isVerified(file)) assertForms(file.provider, file.tools, expected);
    else if (file.digest !== expected) throw badForms(file.provider);
  }

  /** The forms kept in the artifact itself. */
  #inside(provider: string): Forms {
    if (this.#isBeside(provider)) throw coreErrors.create('CALL_FORM_UNREAD', { provider });
    const found = this.#tools.all().flatMap(({ toolId, providerSchemas, restore, losses }) => {
      if (!Object.hasOwn(providerSchemas, provider)) return [];
      const schema = providerSchemas[provider] ?? {};
      const form = { schema, restore: restore[provider] ?? [], losses: losses[provider] ?? [] };
      return [[toolId, form] as const];
    });
    const forms = Object.fromEntries(found);
    if (!isVerified(this.#artifact)) assertForms(provider, forms, this.#artifact.providerDigests[provider]);
    this.#forms.set(provider, freezeJson(forms));
    return forms;
  }

  #isBeside(provider: string): boolean {
    return Object.hasOwn(this.#artifact.sideFiles, provider);
  }
}

/** A provider that nobody has forms for. */
export function formUnknown(provider: string, known: Iterable<string>): Error {
  const [nearest] = nearestNames(provider, known);
  const details = nearest === undefined ? {} : { suggestion: `Did you mean "${nearest}"?` };
  return coreErrors.create('CALL_FORM_UNKNOWN', { provider }, { details });
}

function fileOf(read: unknown): unknown {
  const isModule = typeof read === 'object' && read !== null && 'default' in read && !('tools' in read);
  const file = isModule ? read.default : read;
  return isPlainObject(file) ? file : undefined;
}
