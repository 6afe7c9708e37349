/** The languages of the product, and where its words are. */
export default {
  locales: { source: 'en', targets: ['de', 'fr'] },
  content: [{ path: 'app/en.json' }, { path: 'docs/*.md' }],
  flows: ['flows'],
  formats: { json: { exclude: ['$schema'] } },
  redaction: { presets: ['email', 'phone'], rules: [{ term: 'Ada Fernstrom', category: 'person' }] },
  checks: { gate: { maxCritical: 0, maxMajor: 3 } },
};
