import { CapabilityInputError, TaskAdapter } from '@helve/worker';

/** A tag that may fit, and how well. */
export interface Candidate {
  readonly term: string;
  readonly weight: number;
}

/** Protocol that this task needs of a capability; none of them knows about it. */
export interface Tagger {
  readonly name: string;
  candidates(text: string): readonly Candidate[];
  reportProgress(progress: number, message?: string): void;
  checkCancel(): void;
}

export interface TaggedText {
  readonly tags: readonly string[];
  /** Which capability found them. */
  readonly by: string;
}

/** The task `tag`, whichever capability does the finding. */
export class TagText extends TaskAdapter<Tagger> {
  static readonly version = '1.0.0';
  static override readonly taskName = 'tag';
  static override readonly requiredToolProtocol = {
    methods: [
      { name: 'candidates', params: ['text'] },
      { name: 'reportProgress', params: ['progress', 'message'] },
      { name: 'checkCancel' },
    ],
    properties: ['name'],
  };

  /** The best tags of a text, the best first. */
  tag({ text, limit = 3 }: { readonly text: string; readonly limit?: number }): TaggedText {
    if (typeof text !== 'string') {
      throw new CapabilityInputError('Cannot tag: "text" is not a text', { fieldsInvalid: ['text'] });
    }
    const best = [...this.tool.candidates(text)].toSorted(byWeight).slice(0, limit);
    return { tags: best.map(({ term }) => term), by: this.tool.name };
  }

  /** Many texts as a stream, each as soon as it is done. */
  async *tagAll({ texts, limit = 3 }: { readonly texts: readonly string[]; readonly limit?: number }) {
    for (const [index, text] of texts.entries()) {
      this.tool.checkCancel();
      yield this.tag({ text, limit });
      this.tool.reportProgress((index + 1) / texts.length, `${index + 1} of ${texts.length}`);
    }
  }
}

function byWeight(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || (a.term < b.term ? -1 : 1);
}
