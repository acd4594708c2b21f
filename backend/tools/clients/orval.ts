import * as api from '../gen/orval/fetch';
import * as shapes from '../gen/orval/zod';
import { type Person, required, runScenario } from './scenario';

/** The data of a success. */
type Carried<Answer> = Extract<Answer, { status: 200 | 201 }> extends { data: { data: infer Data } } ? Data : never;

/** Returns the data of a response; throws on an error. */
function dataOf<Answer extends { status: number; data: unknown }>({ status, data }: Answer): Carried<Answer> {
  if (status >= 400) throw new Error(`${status}: ${(data as { message: string }).message}`);
  return (data as { data: Carried<Answer> }).data;
}

function as(token: string): Person {
  const options = { headers: { Authorization: `Bearer ${token}` } };
  const done = ({ status }: { status: number }) => void required(status === 204 || null, 'the end');
  return {
    createProject: async (name) => {
      const { id } = dataOf(await api.createProject(shapes.createProjectBody.parse({ name }), options));
      return shapes.projectResponse.parse((await api.project(id, options)).data).data;
    },
    addMember: async (id, userId) => dataOf(await api.addProjectMember(id, { userId }, options)),
    createTask: async (projectId, title) => {
      const body = shapes.createTaskBody.parse({ projectId, title, priority: 'LOW' });
      const { id } = dataOf(await api.createTask(body, options));
      return shapes.taskResponse.parse((await api.task(id, options)).data).data;
    },
    moveTask: async (id, status) => dataOf(await api.moveTask(id, { status }, options)),
    comment: async (id, text) => dataOf(await api.addComment(id, { text }, options)),
    titles: async (projectId, statuses) => {
      const answer = await api.tasks({ projectId, statuses }, options);
      return shapes.tasksResponse.parse(answer.data).data.map(({ title }) => title);
    },
    unread: async () => dataOf(await api.notifications({}, options)).unreadCount,
    deleteTask: async (id) => done(await api.deleteTask(id, options)),
    deleteProject: async (id) => done(await api.deleteProject(id, options)),
  };
}

await runScenario({
  register: async (account) => {
    const { user, tokens } = dataOf(await api.register(shapes.registerBody.parse(account)));
    return { id: user.id, token: tokens.accessToken };
  },
  as,
});
