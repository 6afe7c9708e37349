/** Script of the report page: shows the findings that match the filters. Without it all of them are shown. */
export const pageScript = `
const form = document.querySelector('form');
const findings = [...document.querySelectorAll('article')];
const texts = new Map();
const textOf = (finding) => texts.get(finding) ?? texts.set(finding, finding.textContent.toLowerCase()).get(finding);
const names = ['severity', 'rule', 'file'];
function apply() {
  const wanted = names.map((name) => [name, form.elements[name].value]);
  const words = form.elements.words.value.toLowerCase();
  let shown = 0;
  for (const finding of findings) {
    const fits = wanted.every(([name, value]) => value === '' || finding.dataset[name] === value) && (words === '' || textOf(finding).includes(words));
    finding.hidden = !fits;
    if (fits) shown += 1;
  }
  form.querySelector('output').textContent = shown === findings.length ? findings.length + ' findings' : shown + ' of ' + findings.length + ' findings';
}
form.addEventListener('input', apply);
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;
apply();
`;
