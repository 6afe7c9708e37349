/**
 * The layer between a script and the host, in the language of the sandbox. A part is a thin object: it comes with the
 * text of a block, everything else is fetched when it is first read, and writes are kept as data until the handler
 * returns.
 *
 *     host → run(kind, id, text) → process(part, ctx) → [{"own": writes} | {"part": json}] → host
 *
 * The result `undefined` means that the part passes unchanged, which is the common case.
 */
export const prelude = String.raw`(host, allowSource) => {
  delete Math.random;
  const { parse, stringify } = JSON;
  const isArray = Array.isArray;
  let turn = 0;
  let outputs = [];
  let skipped = false;
  let exported;
  let context;

  const inHand = (part) => {
    if (part !== turn) throw new Error('The part has been handed on: it can be used only while its handler runs');
  };
  const fetch = (name) => {
    const text = host('get', name);
    return text === undefined ? undefined : parse(text);
  };

  class Block {
    #turn = turn;
    #id;
    #text;
    #read;
    #writes;

    constructor(id, text) {
      this.#id = id;
      this.#text = text;
    }

    #field(name) {
      inHand(this.#turn);
      const read = (this.#read ??= {});
      if (!(name in read)) read[name] = fetch(name);
      return read[name];
    }

    #write() {
      inHand(this.#turn);
      return (this.#writes ??= {});
    }

    #runs(variant) {
      const written = variant === undefined ? undefined : this.#writes?.targets?.[variant]?.content;
      if (written !== undefined) return typeof written === 'string' ? [{ kind: 'text', text: written }] : written;
      return variant === undefined ? this.source : this.#field('targets')[variant]?.runs;
    }

    get id() { return this.#id; }
    get name() { return this.#field('facts').name; }
    get type() { return this.#field('facts').type; }
    get translatable() { return this.#field('facts').translatable; }
    get sourceLocale() { return this.#field('facts').sourceLocale; }

    get source() {
      if (this.#writes?.source !== undefined) return this.#writes.source;
      return this.#text === undefined ? this.#field('source') : [{ kind: 'text', text: this.#text }];
    }
    set source(content) {
      if (!allowSource) throw new Error('The source cannot be changed without allowSourceMutation');
      this.#write().source = content;
    }

    get targets() { return { ...this.#field('targets'), ...this.#writes?.targets }; }

    text(locale) {
      if (locale === context.locales.source && this.#text !== undefined && this.#writes?.source === undefined) {
        inHand(this.#turn);
        return this.#text;
      }
      const written = this.#writes?.targets?.[locale];
      if (written !== undefined) return host('runsText', stringify(this.#runs(locale)));
      inHand(this.#turn);
      return host('text', locale);
    }

    setTarget(variant, content, options) {
      if (typeof content !== 'string' && !isArray(content)) throw new TypeError('A target is a text or a list of runs');
      (this.#write().targets ??= {})[variant] = { ...options, content };
    }

    get overlays() { return this.#field('overlays'); }
    addSpan(type, span) { (this.#write().spans ??= []).push({ ...span, type }); }

    get annotations() { return (this.#write().annotations ??= this.#field('annotations')); }
    get properties() { return (this.#write().properties ??= this.#field('properties')); }

    units(variant) { return parse(host('units', stringify(this.#runs(variant) ?? []))); }
    placeholderText(variant) { return host('placeholderText', stringify(this.#runs(variant) ?? [])); }
    parse(text) { return parse(host('parse', String(text), stringify(this.source))); }

    toJSON() {
      const { name, type, translatable, sourceLocale, ...facts } = this.#field('facts');
      const { source, targets, overlays } = this;
      const own = { annotations: this.#field('annotations'), properties: this.#field('properties') };
      return { id: this.#id, name, type, translatable, sourceLocale, source, targets, overlays, ...own, ...facts };
    }

    static writesOf(block) { return block.#writes; }
  }

  class Part {
    #turn = turn;
    #content;

    constructor(kind, id, text) {
      this.kind = kind;
      if (kind === 'block') this.block = new Block(id, text);
    }

    get id() { return this.block === undefined ? this.content.id : this.block.id; }

    /** Content of a part that is not a block. */
    get content() {
      inHand(this.#turn);
      return (this.#content ??= fetch('content'));
    }

    toJSON() { return this.block === undefined ? { ...fetch('part') } : { kind: 'block', block: this.block }; }

    static ownOf(part) {
      inHand(part.#turn);
      return part.block === undefined ? part.#content : Block.writesOf(part.block);
    }
  }

  const add = (part) => {
    if (part instanceof Part) outputs.push(stringify({ own: Part.ownOf(part) ?? {} }));
    else outputs.push(stringify({ part }));
  };
  const finish = () => {
    const text = '[' + outputs.join(',') + ']';
    outputs = [];
    return text;
  };

  globalThis.emit = (part) => add(part);
  globalThis.skip = () => { skipped = true; };
  globalThis.log = (text) => { host('log', String(text)); };

  const handle = (kind, id, text) => {
    turn += 1;
    outputs = [];
    skipped = false;
    const part = new Part(kind, id, text);
    const result = exported.process(part, context);
    if (result === undefined || result === part) {
      if (skipped || (result === undefined && outputs.length > 0)) return finish();
      if (outputs.length === 0 && Part.ownOf(part) === undefined) return undefined;
      add(part);
    } else if (result !== null && !skipped) {
      if (typeof result.then === 'function') throw new TypeError('process gives a promise: it must not be async');
      for (const one of isArray(result) ? result : [result]) add(one);
    }
    return finish();
  };

  const called = (name) => {
    turn += 1;
    outputs = [];
    exported[name]?.();
    return outputs.length === 0 ? undefined : finish();
  };

  return (module) => {
    exported = module;
    if (typeof exported.process !== 'function') throw new TypeError('The script exports no function process(part, ctx)');
    return (name, first, second) => {
      if (name === 'begin') context = parse(first);
      return name === 'begin' || name === 'end' ? called(name) : handle(name, first, second);
    };
  };
}`;
