// What selection promises: the right tool among the few that are offered, soon enough, out of thousands.
import { contender, runBench } from './kit/run-variants.js';
import { measure, report } from './measure.js';
import { hasPickData, loadPickData } from './pick/questions.js';
import { reportRecall } from './pick/report-recall.js';
import { reportSaved } from './pick/report-saved.js';
import { pickVariants } from './pick/variants.js';

await runBench(pickVariants, runAll);

async function runAll(): Promise<boolean> {
  if (!hasPickData()) {
    console.error('Cannot measure selection: ../shared/data/pick-bfcl.json is not there');
    return false;
  }
  const data = loadPickData();
  const recall = await reportRecall(data);
  await reportSaved(data);
  const question = await measure(
    [contender('floor: plain BM25, one question'), contender('one question, 2886 tools', { atMost: 300 })],
    { samples: 5 },
  );
  const many = await measure([contender('one question, 10000 tools: 95th percentile', { atMost: 5 })], { samples: 5 });
  const indexing = await measure(
    [
      contender('index 1000 tools'),
      contender('index 10000 tools', { atMost: 1_000 }),
      contender('index 10000 tools and pick once', { atMost: 1_000 }),
    ],
    { samples: 5 },
  );
  const kept = [
    recall,
    report('One question', 'µs', question),
    report('One question, many tools', 'ms', many),
    report('Indexing', 'ms', indexing),
  ];
  return kept.every(Boolean);
}
