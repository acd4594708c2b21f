import createClient from 'openapi-fetch';
import type { paths } from '../gen/openapi';
import { type Person, required, runScenario, SERVER } from './scenario';

const clientOf = (token?: string) =>
  createClient<paths>({ baseUrl: `${SERVER}/api`, headers: token ? { Authorization: `Bearer ${token}` } : {} });

/** Returns the data of a response; throws on an error. */
function dataOf<Data>({ data, error }: { data?: { data: Data }; error?: { message: string } }): Data {
  if (error) throw new Error(error.message);
  return required(data).data;
}

function as(token: string): Person {
  const client = clientOf(token);
  const path = (id: string) => ({ params: { path: { id } } });
  return {
    createProject: async (name) => dataOf(await client.POST('/projects', { body: { name } })),
    addMember: async (id, userId) =>
      dataOf(await client.POST('/projects/{id}/members', { ...path(id), body: { userId } })),
    createTask: async (projectId, title) =>
      dataOf(await client.POST('/tasks', { body: { projectId, title, priority: 'LOW' } })),
    moveTask: async (id, status) => dataOf(await client.PATCH('/tasks/{id}/move', { ...path(id), body: { status } })),
    comment: async (id, text) => dataOf(await client.POST('/tasks/{id}/comments', { ...path(id), body: { text } })),
    titles: async (projectId, statuses) =>
      dataOf(await client.GET('/tasks', { params: { query: { projectId, statuses } } })).map(({ title }) => title),
    unread: async () => dataOf(await client.GET('/notifications')).unreadCount,
    deleteTask: async (id) => void required((await client.DELETE('/tasks/{id}', path(id))).response.ok || null),
    deleteProject: async (id) => void required((await client.DELETE('/projects/{id}', path(id))).response.ok || null),
  };
}

await runScenario({
  register: async (body) => {
    const { user, tokens } = dataOf(await clientOf().POST('/auth/register', { body }));
    return { id: user.id, token: tokens.accessToken };
  },
  as,
});
