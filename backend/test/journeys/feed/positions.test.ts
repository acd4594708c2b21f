import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/limits.js';
import { addMember, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { startServer, type TestServer } from '../../support/harness.js';
import { rows } from '../../support/rows.js';
import { followChanges, type Position } from './changes.js';

let server: TestServer;
let mara: Person;

beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

const ME = '{ me { positions { projectId revision } } }';

const positionsOf = async ({ client }: Person): Promise<Position[]> => (await client.graphql(ME)).data.me.positions;

const followed = (person: Person, after: Position[]) => followChanges(server, person, after);

it('me has the positions of the viewer’s own projects, for the viewer only, by both transports', async () => {
  const jon = await newPerson(server, 'Jon');
  const [own, shared, left, gone, foreign] = [
    await newProject(mara),
    await newProject(jon),
    await newProject(jon),
    await newProject(mara),
    await newProject(jon),
  ];
  const task = await newTask(mara, own.id);
  await addMember(jon, shared.id, mara);
  await addMember(jon, left.id, mara);
  await mara.client.rest('delete', `/projects/${left.id}/members/${mara.id}`);
  await mara.client.rest('delete', `/projects/${gone.id}`);

  const positions = await positionsOf(mara);
  expect(positions).toEqual([
    { projectId: shared.id, revision: 2 },
    { projectId: own.id, revision: 2 },
  ]);
  expect(positions).not.toContainEqual(expect.objectContaining({ projectId: foreign.id }));
  expect((await mara.client.rest('get', '/auth/me')).body.data.positions).toEqual(positions);
  const others = 'query ($who: String!) { userLookup(emailOrUsername: $who) { positions { revision } } }';
  expect((await jon.client.graphql(others, { who: mara.username })).data.userLookup.positions).toBeNull();

  const entered = `mutation ($input: LoginInput!) { login(input: $input) { user { positions { projectId revision } } } }`;
  const login = await mara.client.graphql(entered, { input: { email: mara.email, password: mara.password } });
  expect(login.data.login.user.positions).toEqual(positions);
  const ofTask = `query ($id: ID!) { task(id: $id) { creator { positions { projectId revision } } } }`;
  expect((await mara.client.graphql(ofTask, { id: task.id })).data.task.creator.positions).toEqual(positions);
});

it('the feed continues from the positions of me: it sends later changes and nothing else', async () => {
  const { id } = await newProject(mara);
  await newTask(mara, id);
  const after = await positionsOf(mara);
  const quiet = followed(mara, after);
  const task = await newTask(mara, id, { title: 'In the gap' });
  const late = followed(mara, after);
  await mara.client.rest('put', `/tasks/${task.id}`, { title: 'Heard' });
  for (const feed of [quiet, late]) {
    await expect
      .poll(() => feed.events.map(({ kind, revision }) => [kind, revision]))
      .toEqual([
        ['CHANGES', 3],
        ['CHANGES', 4],
      ]);
  }
});

it('me has the newest positions if there are more projects than the feed accepts', async () => {
  const many = await newPerson(server, 'Many');
  await rows(
    server,
    `with made as (
       insert into project (id, name, description, color, version, revision, created_at, updated_at)
       select ('019000000000' || lpad(n::text, 20, '0'))::uuid, 'P' || n, '', '#3b82f6', 1, 1, now(), now()
       from generate_series(1, 1000) n returning id)
     insert into project_member (project_id, user_id, role, joined_at) select id, ?, 'OWNER', now() from made`,
    [many.id],
  );
  const positions = await positionsOf(many);
  expect(positions).toHaveLength(LIMITS.cursorsMax);
  expect(positions[0]?.projectId.replaceAll('-', '')).toBe(`019000000000${'1000'.padStart(20, '0')}`);
  expect((await many.client.rest('get', '/auth/me')).body.data.positions).toEqual(positions);
});
