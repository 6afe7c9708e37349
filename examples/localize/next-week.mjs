// The week after: the translation is in the repository, and the product has changed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helve } from './helve.mjs';

/** Translates and checks what has changed in a product, which has a repository of its own here. */
export function tellNextWeek(folder, source, translation) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  copyFileSync(source, join(folder, 'locales/en.json'));
  copyFileSync(translation, join(folder, 'locales/de.json'));
  if (!commitAll(folder)) return console.log('\nThe rest of the story needs git.');

  const english = readFileSync(source, 'utf8');
  writeFileSync(
    join(folder, 'locales/en.json'),
    english.replace('"Your cart is empty."', '"There is nothing in your cart."'),
  );
  console.log('\nA week later somebody changes one English text.');
  console.log(helve('status locales --target de --since HEAD', folder));
  helve('run release locales/en.json --target de --since HEAD --existing auto --redo changed --quiet', folder);
  console.log(helve('status locales --target de', folder));
  helve('check locales --target de --format html --output findings.html', folder);
  console.log('Source and translation side by side, with what is to be put right: out/next-week/findings.html');
}

/** Makes a repository of the folder; false where there is no git. */
function commitAll(folder) {
  const author = ['-c', 'user.name=Example', '-c', 'user.email=example@example.org'];
  const commands = [
    ['init', '--quiet'],
    ['add', '.'],
    [...author, 'commit', '--quiet', '--message', 'First release'],
  ];
  return commands.every((args) => spawnSync('git', args, { cwd: folder }).status === 0);
}
