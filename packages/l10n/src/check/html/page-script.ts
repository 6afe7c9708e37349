/** Script of the report page: shows the articles that match the filters. Without it all of them are shown. */
export const pageScript = `
const form = document.querySelector('form');
const articles = [...document.querySelectorAll('article')];
const texts = new Map();
const textOf = (article) => texts.get(article) ?? texts.set(article, article.textContent.toLowerCase()).get(article);
const names = ['severity', 'rule', 'file'];
function apply() {
  const wanted = names.map((name) => [name, form.elements[name].value]);
  const words = form.elements.words.value.toLowerCase();
  let shown = 0;
  for (const article of articles) {
    const fits = wanted.every(([name, value]) => value === '' || article.dataset[name] === value) && (words === '' || textOf(article).includes(words));
    article.hidden = !fits;
    if (fits) shown += 1;
  }
  form.querySelector('output').textContent = shown === articles.length ? articles.length + ' shown' : shown + ' of ' + articles.length + ' shown';
}
form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;
apply();
`;
