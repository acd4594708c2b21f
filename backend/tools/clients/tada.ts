import { Client, type DocumentInput, fetchExchange, type AnyVariables } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../gen/tada';
import { type Person, required, runScenario, SERVER } from './scenario';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTimeISO: string; JSONObject: Record<string, unknown> };
}>();

const REGISTER = graphql(`
  mutation ($input: RegisterInput!) {
    register(input: $input) {
      user {
        id
      }
      tokens {
        accessToken
      }
    }
  }
`);
const CREATE_PROJECT = graphql(`
  mutation ($input: CreateProjectInput!) {
    createProject(input: $input) {
      project {
        id
        name
      }
    }
  }
`);
const ADD_MEMBER = graphql(`
  mutation ($input: AddProjectMemberInput!) {
    addProjectMember(input: $input) {
      member {
        role
      }
    }
  }
`);
const CREATE_TASK = graphql(`
  mutation ($input: CreateTaskInput!) {
    createTask(input: $input) {
      task {
        id
        title
        version
      }
    }
  }
`);
const MOVE_TASK = graphql(`
  mutation ($input: MoveTaskInput!) {
    moveTask(input: $input) {
      task {
        status
      }
    }
  }
`);
const COMMENT = graphql(`
  mutation ($input: AddCommentInput!) {
    addComment(input: $input) {
      comment {
        text
      }
    }
  }
`);
const TITLES = graphql(`
  query ($filter: TaskFilter!) {
    tasks(filter: $filter) {
      nodes {
        title
      }
    }
  }
`);
const UNREAD = graphql(`
  {
    notifications {
      unreadCount
    }
  }
`);
const DELETE_TASK = graphql(`
  mutation ($input: DeleteTaskInput!) {
    deleteTask(input: $input) {
      taskId
    }
  }
`);
const DELETE_PROJECT = graphql(`
  mutation ($input: DeleteProjectInput!) {
    deleteProject(input: $input) {
      projectId
    }
  }
`);

function clientOf(token?: string) {
  const client = new Client({
    url: `${SERVER}/graphql`,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchOptions: { headers: token ? { authorization: `Bearer ${token}` } : {} },
  });
  return {
    async write<Data, Variables extends AnyVariables>(document: DocumentInput<Data, Variables>, variables: Variables) {
      const { data, error } = await client.mutation(document, variables);
      if (error) throw error;
      return required(data);
    },
    async read<Data, Variables extends AnyVariables>(document: DocumentInput<Data, Variables>, variables: Variables) {
      const { data, error } = await client.query(document, variables);
      if (error) throw error;
      return required(data);
    },
  };
}

function as(token: string): Person {
  const { write, read } = clientOf(token);
  return {
    createProject: async (name) => required((await write(CREATE_PROJECT, { input: { name } })).createProject).project,
    addMember: async (projectId, userId) =>
      required((await write(ADD_MEMBER, { input: { projectId, userId } })).addProjectMember).member,
    createTask: async (projectId, title) =>
      required((await write(CREATE_TASK, { input: { projectId, title, priority: 'LOW' } })).createTask).task,
    moveTask: async (id, status) => required((await write(MOVE_TASK, { input: { id, status } })).moveTask).task,
    comment: async (taskId, text) => required((await write(COMMENT, { input: { taskId, text } })).addComment).comment,
    titles: async (projectId, statuses) =>
      required((await read(TITLES, { filter: { projectId, statuses } })).tasks).nodes.map(({ title }) => title),
    unread: async () => required((await read(UNREAD, {})).notifications).unreadCount,
    deleteTask: async (id) => void required((await write(DELETE_TASK, { input: { id } })).deleteTask),
    deleteProject: async (id) => void required((await write(DELETE_PROJECT, { input: { id } })).deleteProject),
  };
}

await runScenario({
  register: async (input) => {
    const { user, tokens } = required((await clientOf().write(REGISTER, { input })).register);
    return { id: user.id, token: tokens.accessToken };
  },
  as,
});
