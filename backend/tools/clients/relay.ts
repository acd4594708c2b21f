import assert from 'node:assert/strict';
import {
  commitMutation,
  type ConcreteRequest,
  Environment,
  fetchQuery,
  type MutationParameters,
  Network,
  type OperationType,
  type PayloadData,
  RecordSource,
  Store,
} from 'relay-runtime';
import addMember, { type documentsAddMemberMutation } from './relay/__generated__/documentsAddMemberMutation.graphql';
import comment, { type documentsCommentMutation } from './relay/__generated__/documentsCommentMutation.graphql';
import commentsOf, {
  type documentsCommentsPaginationQuery,
} from './relay/__generated__/documentsCommentsPaginationQuery.graphql';
import createProject, {
  type documentsCreateProjectMutation,
} from './relay/__generated__/documentsCreateProjectMutation.graphql';
import createTask, {
  type documentsCreateTaskMutation,
} from './relay/__generated__/documentsCreateTaskMutation.graphql';
import deleteProject, {
  type documentsDeleteProjectMutation,
} from './relay/__generated__/documentsDeleteProjectMutation.graphql';
import deleteTask, {
  type documentsDeleteTaskMutation,
} from './relay/__generated__/documentsDeleteTaskMutation.graphql';
import moveTask, { type documentsMoveTaskMutation } from './relay/__generated__/documentsMoveTaskMutation.graphql';
import register, { type documentsRegisterMutation } from './relay/__generated__/documentsRegisterMutation.graphql';
import tasks, { type documentsTasksQuery } from './relay/__generated__/documentsTasksQuery.graphql';
import unread, { type documentsUnreadQuery } from './relay/__generated__/documentsUnreadQuery.graphql';
import { send } from './graphql';
import { type Person, required, runScenario } from './scenario';

const environmentOf = (token?: string): Environment =>
  new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text }, variables) => ({
      data: await send<PayloadData>(required(text), variables, token),
    })),
  });

const write = <Mutation extends MutationParameters>(
  environment: Environment,
  mutation: ConcreteRequest,
  variables: Mutation['variables'],
): Promise<Mutation['response']> =>
  new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, {
      mutation,
      variables,
      onError: reject,
      onCompleted: (data) => resolve(data),
    });
  });

const read = async <Query extends OperationType>(
  environment: Environment,
  query: ConcreteRequest,
  variables: Query['variables'],
): Promise<Query['response']> =>
  required(await fetchQuery<Query>(environment, query, variables, { fetchPolicy: 'network-only' }).toPromise());

function as(token: string): Person {
  const environment = environmentOf(token);
  return {
    createProject: async (name) =>
      required(
        (await write<documentsCreateProjectMutation>(environment, createProject, { input: { name } })).createProject,
      ).project,
    addMember: async (projectId, userId) =>
      required(
        (await write<documentsAddMemberMutation>(environment, addMember, { input: { projectId, userId } }))
          .addProjectMember,
      ).member,
    createTask: async (projectId, title) => {
      const variables = { input: { projectId, title, priority: 'LOW' as const }, connections: [] };
      return required((await write<documentsCreateTaskMutation>(environment, createTask, variables)).createTask).task;
    },
    moveTask: async (id, status) =>
      required((await write<documentsMoveTaskMutation>(environment, moveTask, { input: { id, status } })).moveTask)
        .task,
    comment: async (taskId, text) => {
      const written = await write<documentsCommentMutation>(environment, comment, { input: { taskId, text } });
      // the task alone, by its id
      const { node } = await read<documentsCommentsPaginationQuery>(environment, commentsOf, { id: taskId, first: 10 });
      assert.ok(node);
      return required(written.addComment).comment;
    },
    titles: async (projectId, statuses) => {
      const data = await read<documentsTasksQuery>(environment, tasks, { filter: { projectId, statuses }, first: 10 });
      return required(data.tasks).edges.map(({ node }) => node.title);
    },
    unread: async () => required((await read<documentsUnreadQuery>(environment, unread, {})).notifications).unreadCount,
    deleteTask: async (id) =>
      void required((await write<documentsDeleteTaskMutation>(environment, deleteTask, { input: { id } })).deleteTask),
    deleteProject: async (id) =>
      void required(
        (await write<documentsDeleteProjectMutation>(environment, deleteProject, { input: { id } })).deleteProject,
      ),
  };
}

await runScenario({
  register: async (input) => {
    const { user, tokens } = required(
      (await write<documentsRegisterMutation>(environmentOf(), register, { input })).register,
    );
    return { id: user.id, token: tokens.accessToken };
  },
  as,
});
