import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/limits.js';
import { addMember, newPerson, newTask, type Person } from '../../support/client.js';
import { cases, TEST_TIMEOUT_MS } from '../../support/testDepth.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { rows } from '../../support/rows.js';
import { expectValidRestAnswer } from './answers.js';
import { newScene, type Scene } from './scene.js';
import { character } from './values.js';

let server: TestServer;
let scene: Scene;
let other: Person;
beforeAll(async () => {
  server = await startServer();
  scene = await newScene(server);
  other = await newPerson(server, 'Ines');
  await addMember(scene.person, scene.project, other);
  await scene.client.rest('patch', `/tasks/${scene.task}/assign`, { assigneeId: other.id });
});
afterAll(() => server.close());

/** Texts up to a limit with any character at any place, including the place of a cut. */
const textUpTo = (max: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max }), fc.array(character, { minLength: 1, maxLength: 4 }), fc.nat({ max: 40 }))
    .map(([before, some, after]) => 'a'.repeat(before) + some.join('') + 'z'.repeat(after))
    .filter((text) => text.length <= max);

/** User input must be stored unchanged. */
const WRITTEN: [
  what: string,
  max: number,
  write: (text: string) => Promise<{ status: number; text: string; kept: unknown }>,
][] = [
  ['a comment', LIMITS.commentMax, (text) => post(`/tasks/${scene.task}/comments`, { text }, 'text')],
  ['a mention', 300, (text) => post(`/tasks/${scene.task}/comments`, { text: `${text} @${other.username}` }, 'text')],
  ['the title of a task for somebody', LIMITS.taskTitleMax, (title) => post('/tasks', taskOf({ title }), 'title')],
  [
    'the description of a task',
    LIMITS.taskDescriptionMax,
    (it) => post('/tasks', taskOf({ description: it }), 'description'),
  ],
  ['a tag', LIMITS.tagMax, (tag) => post('/tasks', taskOf({ tags: [tag] }), 'tags')],
  ['a note', LIMITS.notificationTitleMax, (title) => post('/notifications', { title }, 'title')],
  ['the name of a project', LIMITS.projectNameMax, (name) => post('/projects', { name }, 'name')],
];
const taskOf = (fields: object) => ({
  title: 'Stage',
  projectId: scene.project,
  priority: 'LOW',
  assigneeId: other.id,
  ...fields,
});
async function post(path: string, body: object, field: string) {
  const { status, text, body: answer } = await scene.client.rest('post', path, body);
  return { status, text, kept: answer?.data?.[field] };
}

describe('any character at any place', () => {
  it.each(WRITTEN)(
    'is taken: %s',
    async (what, max, write) => {
      await fc.assert(
        fc.asyncProperty(textUpTo(Math.min(max, 300)), async (given) => {
          // the one character that parts tags
          fc.pre(what !== 'a tag' || !given.includes(','));
          const { status, text, kept } = await write(given);
          expectValidRestAnswer(status, text, what);
          expect(status, text).toBe(201);
          expect(JSON.stringify(kept)).toContain(JSON.stringify(given.trim()).slice(1, -1));
        }),
        cases(25),
      );
    },
    TEST_TIMEOUT_MS,
  );

  it('is complete in notifications and mails', async () => {
    await newTask(scene.person, scene.project, { assigneeId: other.id, title: '👩‍👩‍👧‍👦'.repeat(18) });
    const told = await rows<{ title: string; message: string }>(server, 'select title, message from notification');
    const mails = await rows<{ payload: unknown }>(server, 'select payload from graphile_worker._private_jobs');
    expect(told.length).toBeGreaterThan(50);
    expect(mails.length).toBeGreaterThan(50);
    // neither half a character, nor one that was mended
    for (const it of [...told, ...mails]) expect(JSON.stringify(it)).not.toMatch(/\\ud[89a-f]|\uFFFD/i);
  });
});
