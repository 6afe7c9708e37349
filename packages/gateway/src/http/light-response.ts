type HeaderRecord = Record<string, string>;

/**
 * A `Response` of a text that becomes a real one only when somebody asks for what a real one has. A server of this
 * machine never does: it writes status, headers and text, and saves the streams that a real one is made of.
 */
class LightResponse {
  readonly #status: number;
  readonly #headers: HeaderRecord;
  readonly #text: string | null;
  /** Names and values in turn, beside `#headers`. */
  readonly #dressed: string[] = [];
  #real: Response | undefined;

  constructor(text: string | null, status: number, headers: HeaderRecord) {
    this.#text = text;
    this.#status = status;
    this.#headers = headers;
  }

  /** What to write, as long as nobody has made a real response of it. */
  static partsOf(light: LightResponse): LightParts | undefined {
    if (light.#real !== undefined) return undefined;
    return { status: light.#status, headers: light.#headers, dressed: light.#dressed, text: light.#text };
  }

  get status(): number {
    return this.#status;
  }

  get ok(): boolean {
    return this.#status >= 200 && this.#status < 300;
  }

  get statusText(): string {
    return '';
  }

  get type(): Response['type'] {
    return 'default';
  }

  get url(): string {
    return '';
  }

  get redirected(): boolean {
    return false;
  }

  get headers(): Headers {
    return this.#whole().headers;
  }

  get body(): Response['body'] {
    return this.#whole().body;
  }

  get bodyUsed(): boolean {
    return this.#real?.bodyUsed ?? false;
  }

  text(): Promise<string> {
    return this.#whole().text();
  }

  json(): Promise<unknown> {
    return this.#whole().json();
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole().arrayBuffer();
  }

  blob(): ReturnType<Response['blob']> {
    return this.#whole().blob();
  }

  formData(): ReturnType<Response['formData']> {
    return this.#whole().formData();
  }

  clone(): Response {
    return this.#whole().clone();
  }

  #whole(): Response {
    return (this.#real ??= this.#make());
  }

  #make(): Response {
    const real = new Response(this.#text, { status: this.#status, headers: this.#headers });
    for (let at = 0; at < this.#dressed.length; at += 2)
      real.headers.set(this.#dressed[at] ?? '', this.#dressed[at + 1] ?? '');
    return real;
  }
}

Object.setPrototypeOf(LightResponse.prototype, Response.prototype);

/** What a light answer is made of; its headers may still be added to. */
export interface LightParts {
  readonly status: number;
  readonly headers: HeaderRecord;
  /** Names and values in turn, which come besides. */
  readonly dressed: string[];
  readonly text: string | null;
}

/** An answer with a text, or with none; the names of its headers are in lower case. */
export function lightResponse(text: string | null, status: number, headers: HeaderRecord): Response {
  const light: unknown = new LightResponse(text, status, headers);
  // It has every member of a response, and its prototype.
  return light as Response;
}

/** The parts of an answer that is still a light one. */
export function lightPartsOf(response: Response): LightParts | undefined {
  const answer: unknown = response;
  return answer instanceof LightResponse ? LightResponse.partsOf(answer) : undefined;
}
