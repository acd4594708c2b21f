import * as api from '../gen/hey';
import { client } from '../gen/hey/client.gen';
import { type Person, runScenario, SERVER } from './scenario';

client.setConfig({ baseUrl: `${SERVER}/api` });

function as(auth: string): Person {
  const asked = { auth: () => auth, throwOnError: true } as const;
  const at = (id: string) => ({ ...asked, path: { id } });
  return {
    createProject: async (name) => (await api.createProject({ ...asked, body: { name } })).data.data,
    addMember: async (id, userId) => (await api.addProjectMember({ ...at(id), body: { userId } })).data.data,
    createTask: async (projectId, title) =>
      (await api.createTask({ ...asked, body: { projectId, title, priority: 'LOW' } })).data.data,
    moveTask: async (id, status) => (await api.moveTask({ ...at(id), body: { status } })).data.data,
    comment: async (id, text) => (await api.addComment({ ...at(id), body: { text } })).data.data,
    titles: async (projectId, statuses) =>
      (await api.tasks({ ...asked, query: { projectId, statuses } })).data.data.map(({ title }) => title),
    unread: async () => (await api.notifications(asked)).data.data.unreadCount,
    deleteTask: async (id) => void (await api.deleteTask(at(id))),
    deleteProject: async (id) => void (await api.deleteProject(at(id))),
  };
}

await runScenario({
  register: async (body) => {
    const { user, tokens } = (await api.register({ body, throwOnError: true })).data.data;
    return { id: user.id, token: tokens.accessToken };
  },
  as,
});
