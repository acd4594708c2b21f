import assert from 'node:assert/strict';
import { type AnyVariables, Client, fetchExchange, gql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { buildClientSchema, type IntrospectionQuery, introspectionFromSchema } from 'graphql';
import introspection from '../introspection.json';
import { type Person, required, runScenario, SERVER } from './scenario';

const schema = introspectionFromSchema(
  buildClientSchema((introspection as unknown as { data: IntrospectionQuery }).data),
);

// the cache reports problems there
for (const level of ['warn', 'error'] as const) {
  console[level] = (...said: unknown[]) => {
    throw new Error(said.join(' '));
  };
}

const clientOf = (token?: string) =>
  new Client({
    url: `${SERVER}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: token ? { authorization: `Bearer ${token}` } : {} },
    exchanges: [
      cacheExchange({
        schema: schema as never,
        resolvers: { Query: { tasks: relayPagination() } },
        // types without identity: payloads, edges, positions
        keys: Object.fromEntries(
          ['AuthTokens', 'ProjectRevision', 'NotificationConnection'].map((type) => [type, () => null]),
        ),
      }),
      fetchExchange,
    ],
  });

type Answer = Record<string, any>;

async function write(client: Client, document: string, variables: AnyVariables): Promise<Answer> {
  const { data, error } = await client.mutation<Answer>(gql(document), variables);
  if (error) throw error;
  return Object.values(required(data))[0] as Answer;
}

async function read(
  client: Client,
  document: string,
  variables: AnyVariables,
  requestPolicy: 'network-only' | 'cache-only',
) {
  const { data, error } = await client.query<Answer>(gql(document), variables, { requestPolicy });
  if (error) throw error;
  return required(data);
}

const TASKS = `query ($filter: TaskFilter!, $first: Int, $after: String) {
  tasks(filter: $filter, first: $first, after: $after) { edges { cursor node { id title status } } pageInfo { hasNextPage endCursor } } }`;

function as(token: string): Person {
  const client = clientOf(token);
  const titles = (data: Answer): string[] => data.tasks.edges.map(({ node }: Answer) => node.title);
  return {
    createProject: async (name) =>
      (
        await write(
          client,
          'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id name } } }',
          {
            input: { name },
          },
        )
      ).project,
    addMember: async (projectId, userId) =>
      (
        await write(
          client,
          'mutation ($input: AddProjectMemberInput!) { addProjectMember(input: $input) { member { userId projectId role } } }',
          {
            input: { projectId, userId },
          },
        )
      ).member,
    createTask: async (projectId, title) =>
      (
        await write(
          client,
          'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id title version } } }',
          {
            input: { projectId, title, priority: 'LOW' },
          },
        )
      ).task,
    moveTask: async (id, status) =>
      (
        await write(client, 'mutation ($input: MoveTaskInput!) { moveTask(input: $input) { task { id status } } }', {
          input: { id, status },
        })
      ).task,
    comment: async (taskId, text) =>
      (
        await write(
          client,
          'mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id text } } }',
          {
            input: { taskId, text },
          },
        )
      ).comment,
    // one task per page: relayPagination merges them from the cache
    titles: async (projectId, statuses) => {
      const filter = { projectId, statuses };
      let after: string | null = null;
      let together: Answer;
      do {
        const page: Answer = await read(client, TASKS, { filter, first: 1, after }, 'network-only');
        together = await read(client, TASKS, { filter, first: 1, after }, 'cache-only');
        after = page.tasks.pageInfo.hasNextPage ? page.tasks.pageInfo.endCursor : null;
      } while (after !== null);
      assert.equal(new Set(titles(together)).size, titles(together).length);
      return titles(together);
    },
    unread: async () =>
      (await read(client, '{ notifications { unreadCount } }', {}, 'network-only')).notifications.unreadCount,
    deleteTask: async (id) =>
      void (await write(client, 'mutation ($input: DeleteTaskInput!) { deleteTask(input: $input) { taskId } }', {
        input: { id },
      })),
    deleteProject: async (id) =>
      void (await write(
        client,
        'mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { projectId } }',
        {
          input: { id },
        },
      )),
  };
}

await runScenario({
  register: async (input) => {
    const { user, tokens } = await write(
      clientOf(),
      'mutation ($input: RegisterInput!) { register(input: $input) { user { id } tokens { accessToken } } }',
      { input },
    );
    return { id: user.id, token: tokens.accessToken };
  },
  as,
});
