import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../test/support/client.js';
import { countTurns } from '../../test/support/countTurns.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { diffTexts } from './wordDiff.js';

let server: TestServer;
let mara: Person;
let ines: Person;
let clock = Date.parse('2026-11-25T09:00:00Z');
beforeAll(async () => {
  server = await startServer({ now: () => new Date(clock) });
  [mara, ines] = [await newPerson(server, 'Mara'), await newPerson(server, 'Ines')];
});
afterAll(() => server.close());

const later = (minutes: number): void => {
  clock += minutes * 60_000;
};
const write = async (by: Person, id: string, description: string): Promise<void> => {
  expect((await by.client.rest('put', `/tasks/${id}`, { description })).status).toBe(200);
};

interface Version {
  authorId: string;
  author: { firstName: string };
  at: string;
  length: number;
  excerpt: string;
  text: string;
  diff: { kind: string; text: string }[];
}
const read = async (id: string, by = mara): Promise<Version[]> =>
  (await by.client.rest('get', `/tasks/${id}/description-versions`)).body.data;

/** Each version's author, text and diff; what was added is in plus signs, what was removed in minus signs. */
const show = (versions: readonly Version[]): string[][] =>
  versions.map(({ author, text, diff }) => [
    author.firstName,
    text,
    diff
      .map((part) =>
        part.kind === 'ADDED' ? `+${part.text}+` : part.kind === 'REMOVED' ? `-${part.text}-` : part.text,
      )
      .join(''),
  ]);

const newShared = async (description = ''): Promise<string> => {
  const { id: projectId } = await newProject(mara);
  await addMember(mara, projectId, ines);
  return (await newTask(mara, projectId, { description })).id;
};

describe('the versions of a description', () => {
  it('have author, time, text and the words that changed, the newest first', async () => {
    const id = await newShared('Measure the quay');
    later(5);
    await write(ines, id, 'Measure the old quay');
    later(1);
    const at = new Date(clock).toISOString();
    await write(mara, id, 'Measure the quay twice');
    await mara.client.rest('put', `/tasks/${id}`, { title: 'Another title' });
    const versions = await read(id);
    expect(show(versions)).toEqual([
      ['Mara', 'Measure the quay twice', 'Measure the -old -quay+ twice+'],
      ['Ines', 'Measure the old quay', 'Measure the +old +quay'],
      ['Mara', 'Measure the quay', '+Measure the quay+'],
    ]);
    expect(versions[0]).toMatchObject({ at, authorId: mara.id, length: 22, excerpt: 'Measure the quay twice' });
  });

  it('are one for edits of one person within 10 minutes of each other', async () => {
    const id = await newShared();
    expect(await read(id)).toEqual([]);
    for (const text of ['One', 'One two', 'One two three']) {
      await write(mara, id, text);
      later(10);
    }
    later(1);
    await write(mara, id, 'Four');
    await write(ines, id, 'Five');
    await write(mara, id, 'Six');
    expect(show(await read(id))).toEqual([
      ['Mara', 'Six', '-Five-+Six+'],
      ['Ines', 'Five', '-Four-+Five+'],
      ['Mara', 'Four', '-One two three-+Four+'],
      ['Mara', 'One two three', '+One two three+'],
    ]);
  });

  it('have long texts, and the short one after them', async () => {
    const id = await newShared();
    const long = 'Pack the lamp with care. '.repeat(1500);
    await write(mara, id, long);
    await write(ines, id, `${long}Then label it.`);
    await write(mara, id, 'Pack it.');
    const versions = await read(id);
    expect(versions.map(({ text }) => text)).toEqual(['Pack it.', `${long}Then label it.`, long]);
    expect(versions.map(({ length }) => length)).toEqual([8, long.length + 14, long.length]);
    expect(versions[1]?.excerpt).toMatch(/^Pack the lamp with care/);
    expect(versions[1]?.diff).toEqual([
      { kind: 'SAME', text: long },
      { kind: 'ADDED', text: 'Then label it.' },
    ]);
  });

  it('come in pages, and can be restored by updateTask', async () => {
    const id = await newShared();
    for (const text of ['One', 'Two', 'Three', 'Four']) {
      await write(mara, id, text);
      later(11);
    }
    const list = `descriptionVersions(first: 3, after: $after) { totalCount nodes { text } pageInfo { hasNextPage endCursor } }`;
    const page = async (after: string | null) =>
      (await mara.client.graphql(`query ($id: ID!, $after: String) { task(id: $id) { ${list} } }`, { id, after })).data
        .task.descriptionVersions;
    const first = await page(null);
    expect([first.totalCount, first.nodes, first.pageInfo.hasNextPage]).toEqual([
      4,
      [{ text: 'Four' }, { text: 'Three' }, { text: 'Two' }],
      true,
    ]);
    const last = await page(first.pageInfo.endCursor);
    expect(last.nodes).toEqual([{ text: 'One' }]);
    await write(mara, id, last.nodes[0].text);
    expect((await read(id)).map(({ text }) => text)).toEqual(['One', 'Four', 'Three', 'Two', 'One']);
  });

  it('go on in another project; who may not see the old one begins with the text it came with', async () => {
    const [{ id: from }, { id: to }] = [await newProject(mara), await newProject(mara)];
    await addMember(mara, to, ines);
    const { id } = await newTask(mara, from, { description: 'Before' });
    later(20);
    await write(mara, id, 'Secret, then as it came');
    later(20);
    await write(mara, id, 'As it came');
    await mara.client.rest('patch', `/tasks/${id}/project`, { projectId: to });
    later(20);
    await write(ines, id, 'After');
    expect(show(await read(id)).map(([, text]) => text)).toEqual([
      'After',
      'As it came',
      'Secret, then as it came',
      'Before',
    ]);
    expect(show(await read(id, ines))).toEqual([
      ['Ines', 'After', '-As it came-+After+'],
      ['Mara', 'As it came', '+As it came+'],
    ]);
    const stranger = await newPerson(server);
    expect((await stranger.client.rest('get', `/tasks/${id}/description-versions`)).status).toBe(404);
  });
});

describe('a comparison of texts', () => {
  const turn = { caller: 'mara' };

  it('is by words, else by lines, else of the whole', async () => {
    const words = (word: string) => Array.from({ length: 8000 }, (_, at) => `${word}${at}`).join(' ');
    const lines = (first: string) => [first, ...Array.from({ length: 3000 }, (_, at) => `line ${at}`)].join('\n');
    const whole = await diffTexts(turn, words('a'), words('b'));
    expect(whole.map(({ kind }) => kind)).toEqual(['REMOVED', 'ADDED']);
    const byLine = await diffTexts(turn, lines(words('a')), lines(words('b')));
    expect(byLine.map(({ kind }) => kind)).toEqual(['REMOVED', 'ADDED', 'SAME']);
  });

  it('lets other requests run before the next one, also within a page of versions', async () => {
    const turns = countTurns();
    const compare = (n: number) => diffTexts(turn, `Before ${n}`, `After ${n}`).then(() => turns.soFar());
    const ends = await Promise.all([1, 2, 3].map(compare));
    turns.stop();
    expect(new Set(ends).size).toBe(3);
  });
});
