type HeaderRecord = Readonly<Record<string, string>>;

/**
 * A `Response` of a text that becomes a real one only when somebody asks for what a real one has. A server of this
 * machine never does: it writes status, headers and text, and saves the streams that a real one is made of.
 */
class LightResponse {
  readonly #parts: LightParts;
  #real: Response | undefined = undefined;

  constructor(parts: LightParts) {
    this.#parts = parts;
  }

  /** What to write, as long as nobody has made a real response of it. */
  static partsOf(light: LightResponse): LightParts | undefined {
    return light.#real === undefined ? light.#parts : undefined;
  }

  get status(): number {
    return this.#parts.status;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
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
    const { text, status, headers } = this.#parts;
    const real = new Response(text, { status });
    for (let at = 0; at < headers.length; at += 2) real.headers.set(headers[at] ?? '', headers[at + 1] ?? '');
    return real;
  }
}

Object.setPrototypeOf(LightResponse.prototype, Response.prototype);

/** What a light answer is made of; its headers, names and values in turn, may still be added to. */
export interface LightParts {
  readonly status: number;
  readonly headers: string[];
  readonly text: string | null;
}

/** An answer with a text, or with none; the names of its headers are in lower case. */
export function lightResponse(text: string | null, status: number, headers: HeaderRecord): Response {
  return lightResponseOf(toLightParts(text, status, headers));
}

/** What such an answer is made of. */
export function toLightParts(text: string | null, status: number, headers: HeaderRecord): LightParts {
  return { status, headers: Object.entries(headers).flat(), text };
}

/** The same from its parts, which are its own from now on. */
export function lightResponseOf(parts: LightParts): Response {
  const light: unknown = new LightResponse(parts);
  // It has every member of a response, and its prototype.
  return light as Response;
}

/** The parts of an answer that is still a light one. */
export function lightPartsOf(response: Response): LightParts | undefined {
  const answer: unknown = response;
  return answer instanceof LightResponse ? LightResponse.partsOf(answer) : undefined;
}
