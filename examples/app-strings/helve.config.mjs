/** An app for harbours: one product, four kinds of files. */
export default {
  locales: { source: 'en', targets: ['de'] },
  content: [
    { path: 'android/values/strings.xml', target: 'android/values-{lang}/strings.xml' },
    { path: 'ios/en.lproj/*', target: 'ios/{lang}.lproj/{name}{ext}' },
    { path: 'web/en.json', target: 'web/{lang}.json' },
    { path: 'help/mooring.html', target: 'help/mooring.{lang}.html' },
  ],
  flows: ['flows'],
};
