import { type Client, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import type { TestServer } from '../../support/harness.js';
import { rows } from '../../support/rows.js';

/** A person with one object of each type. */
export interface Scene {
  person: Person;
  client: Client;
  project: string;
  task: string;
  comment: string;
  note: string;
  /** The ids of all of it. */
  ids: string[];
}

/** Makes a person, their project with a task and a comment, and a notification. */
export async function newScene(server: TestServer): Promise<Scene> {
  const person = await newPerson(server);
  const { client } = person;
  const { id: project } = await newProject(person);
  const { id: task } = await newTask(person, project);
  const said = await client.rest('post', `/tasks/${task}/comments`, { text: 'The tenth?' });
  const told = await client.rest('post', '/notifications', { title: 'Call Ines' });
  const [comment, note]: [string, string] = [said.body.data.id, told.body.data.id];
  return { person, client, project, task, comment, note, ids: [project, task, comment, note, person.id] };
}

/** All objects of a person, to check that others have not changed them. */
export const readOwnObjects = async (server: TestServer, { project, person }: Scene): Promise<unknown[][]> =>
  Promise.all([
    rows(server, 'select * from project where id = ?', [project]),
    rows(server, 'select * from task where project_id = ? order by id', [project]),
    rows(server, 'select * from comment where project_id = ? order by id', [project]),
    rows(server, 'select * from change where project_id = ? order by revision, n', [project]),
    rows(server, 'select * from project_member where project_id = ?', [project]),
    rows(server, 'select * from account where id = ?', [person.id]),
    rows(server, 'select * from session where user_id = ? order by id', [person.id]),
  ]);

/** Fields that only the server sets, whatever a body contains. */
export async function readServerFields(server: TestServer, scene: Scene, may: { delete: boolean; move: boolean }) {
  const { project, task, comment, person } = scene;
  const deleted = may.delete ? '' : ', deleted_at, deleted_by, deleted_revision';
  const [inProject] = await rows<{ foreign: number; log: number; revision: number }>(
    server,
    `select (select count(*)::int from task where project_id = p.id and creator_id <> ?)
         + (select count(*)::int from comment where project_id = p.id and author_id <> ?) as foreign,
       (select max(revision) from change where project_id = p.id) - p.revision as log,
       (select count(*)::int from task where project_id = p.id and version > p.revision) as ahead
     from project p where id = ?`,
    [person.id, person.id, project],
  );
  return {
    inProject,
    project: await rows(server, `select id, created_at ${deleted} from project where id = ?`, [project]),
    member: await rows(server, 'select * from project_member where project_id = ? and user_id = ?', [
      project,
      person.id,
    ]),
    task: await rows(
      server,
      `select id, project_id, creator_id, created_at ${may.move ? '' : ', rank'} ${deleted} from task where id = ?`,
      [task],
    ),
    comment: await rows(
      server,
      `select id, project_id, task_id, author_id, created_at ${deleted} from comment where id = ?`,
      [comment],
    ),
    account: await rows(server, 'select id, password_hash, avatar, created_at from account where id = ?', [person.id]),
  };
}
