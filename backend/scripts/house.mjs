// `npm run house`: counts the code and its words, and compares them with their limits. It fails if a limit is passed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (file) => readFileSync(join(root, file), 'utf8');
const countLines = (file) => read(file).split('\n').length - 1;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Handwritten source files: no tests, generated files or migrations. */
const byHand = (...folders) =>
  files.filter(
    (file) =>
      folders.some((folder) => file.startsWith(`${folder}/`)) &&
      /\.(tsx?|css)$/.test(file) &&
      !/\.test\.tsx?$|\.generated\.|\/migrations\//.test(file),
  );

/** Comments of at least five words. */
function findComments(file) {
  const blocks = read(file).match(/^[ \t]*\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? [];
  return blocks
    .map((block) => block.replaceAll(/\/\*\*?|\*\/|^\s*\*|^\s*\/\//gm, ' ').trim())
    .filter((text) => text.split(/\s+/).length >= 5);
}

/** A document's words, without its code. */
const splitWords = (file) =>
  read(file)
    .replaceAll(/```[\s\S]*?```/g, '')
    .split(/\s+/)
    .filter(Boolean);

const IDIOMS =
  /\b(?:anew|whoever|somebody|nobody|everybody|told|stands in|(?<!all |now |only |except |given |such |so |note )that of|of theirs|gone for good)\b/gi;
const countIdioms = (text) => (text.match(IDIOMS) ?? []).length;

const server = byHand('backend/src', 'backend/contract');
const client = byHand('frontend/src', 'frontend/worker');
const comments = server.flatMap(findComments);
const clientComments = client.flatMap(findComments);
/** Tests, benchmarks, scripts and configuration. */
const otherComments = files
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.generated\.|\/migrations\//.test(file))
  .filter((file) => !server.includes(file) && !client.includes(file))
  .flatMap(findComments);
const docs = files.filter((file) => /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$/.test(file));
const docWords = docs.flatMap(splitWords);
const perThousand = (count, of) => Number(((1000 * count) / Math.max(1, of)).toFixed(2));
const shareOfIdioms = (texts) => perThousand(texts.filter((text) => countIdioms(text) > 0).length, texts.length);

/** @type {[what: string, count: number, limit: number | undefined][]} */
const marks = [
  ['lines by hand on the server', sum(server.map(countLines)), 33_500],
  ['lines by hand in the client', sum(client.map(countLines)), undefined],
  ['lines of .oxlintrc.json', countLines('.oxlintrc.json'), 120],
  ['input classes by hand', sum(server.map((file) => (read(file).match(/^@InputType\(/gm) ?? []).length)), 12],
  [
    'files at the top of backend/src',
    server.filter((file) => /^backend\/src\/[^/]+$/.test(file) && !file.endsWith('.test.ts')).length,
    9,
  ],
  ['words of docs/architecture.md', splitWords('docs/architecture.md').length, 900],
  ['idioms in 1,000 comments of the server', shareOfIdioms(comments), 10],
  ['idioms in 1,000 comments of the client', shareOfIdioms(clientComments), 10],
  ['idioms in 1,000 comments of tests and tools', shareOfIdioms(otherComments), 10],
  ['idioms in 1,000 words of the docs', perThousand(countIdioms(docWords.join(' ')), docWords.length), 0.7],
];

for (const [what, count, limit] of marks) {
  const verdict = limit === undefined ? '' : `${count > limit ? 'over ' : ''}(${limit})`;
  console.log(`${String(count).padStart(8)}  ${what} ${verdict}`);
}

// Prints samples to read, the same for the same seed: `npm run house -- 7`.
const seed = Number(process.argv[2]);
if (Number.isInteger(seed)) {
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const draw = (from, count) => Array.from({ length: count }, () => from[Math.floor(random() * from.length)]);
  const paragraphs = docs.flatMap((file) =>
    read(file)
      .replaceAll(/```[\s\S]*?```/g, '')
      .split(/\n\s*\n/)
      .filter((text) => !text.startsWith('|') && text.split(/\s+/).length >= 15),
  );
  for (const [part, texts] of Object.entries({ server: comments, client: clientComments, rest: otherComments })) {
    console.log(`\n60 comments of the ${texts.length} of the ${part}:\n- ${draw(texts, 60).join('\n- ')}`);
  }
  console.log(`\n40 paragraphs of ${paragraphs.length}:\n\n${draw(paragraphs, 40).join('\n\n')}`);
}
if (marks.some(([, count, limit]) => limit !== undefined && count > limit)) process.exitCode = 1;
