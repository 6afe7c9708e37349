/** Keys of annotations, each with the type of its payload. */
export const annotationPayloads = Object.freeze({
  note: 'note',
  'alt-translation': 'alt-translations',
  'tm-match': 'tm-match',
  'word-count': 'word-count',
  'char-count': 'char-count',
  'seg-count': 'seg-count',
  comparison: 'comparison',
  'scoping-report': 'scoping-report',
  repetition: 'repetition',
  diff: 'diff',
  review: 'review',
  'brand-voice': 'brand-voice',
  'entity-mapping': 'entity-mapping',
  encoding: 'encoding',
  'redaction.secret': 'redaction.secret',
  structure: 'structure',
  geometry: 'geometry',
  timing: 'timing',
  relations: 'relations',
  'source-origin': 'source-origin',
} as const);

export const AnnoNote = 'note';
export const AnnoAltTranslation = 'alt-translation';
export const AnnoTMMatch = 'tm-match';
export const AnnoWordCount = 'word-count';
export const AnnoCharCount = 'char-count';
export const AnnoSegCount = 'seg-count';
export const AnnoComparison = 'comparison';
export const AnnoScopingReport = 'scoping-report';
export const AnnoRepetition = 'repetition';
export const AnnoDiff = 'diff';
export const AnnoReview = 'review';
export const AnnoBrandVoice = 'brand-voice';
export const AnnoEntityMapping = 'entity-mapping';
export const AnnoEncoding = 'encoding';
export const AnnoRedactionSecret = 'redaction.secret';
export const AnnoStructure = 'structure';
export const AnnoGeometry = 'geometry';
export const AnnoTiming = 'timing';
export const AnnoRelations = 'relations';
export const AnnoSourceOrigin = 'source-origin';
