import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { graphql } from '../gen/codegen';
import { send } from './graphql';
import { type Person, required, runScenario } from './scenario';

const REGISTER = graphql(`
  mutation Register($input: RegisterInput!) {
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
  mutation CreateProject($input: CreateProjectInput!) {
    createProject(input: $input) {
      project {
        id
        name
      }
    }
  }
`);
const ADD_MEMBER = graphql(`
  mutation AddMember($input: AddProjectMemberInput!) {
    addProjectMember(input: $input) {
      member {
        role
      }
    }
  }
`);
const CREATE_TASK = graphql(`
  mutation CreateTask($input: CreateTaskInput!) {
    createTask(input: $input) {
      task {
        id
        title
        version
        dueDate
      }
    }
  }
`);
const MOVE_TASK = graphql(`
  mutation MoveTask($input: MoveTaskInput!) {
    moveTask(input: $input) {
      task {
        status
      }
    }
  }
`);
const COMMENT = graphql(`
  mutation Comment($input: AddCommentInput!) {
    addComment(input: $input) {
      comment {
        text
      }
    }
  }
`);
const TITLES = graphql(`
  query Titles($filter: TaskFilter!) {
    tasks(filter: $filter) {
      nodes {
        title
      }
    }
  }
`);
const UNREAD = graphql(`
  query Unread {
    notifications {
      unreadCount
    }
  }
`);
const DELETE_TASK = graphql(`
  mutation DeleteTask($input: DeleteTaskInput!) {
    deleteTask(input: $input) {
      taskId
    }
  }
`);
const DELETE_PROJECT = graphql(`
  mutation DeleteProject($input: DeleteProjectInput!) {
    deleteProject(input: $input) {
      projectId
    }
  }
`);

const ask = <Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  token?: string,
): Promise<Data> => send(print(document), variables, token);

const as = (token: string): Person => ({
  createProject: async (name) =>
    required((await ask(CREATE_PROJECT, { input: { name } }, token)).createProject).project,
  addMember: async (projectId, userId) =>
    required((await ask(ADD_MEMBER, { input: { projectId, userId } }, token)).addProjectMember).member,
  createTask: async (projectId, title) =>
    required((await ask(CREATE_TASK, { input: { projectId, title, priority: 'LOW' } }, token)).createTask).task,
  moveTask: async (id, status) => required((await ask(MOVE_TASK, { input: { id, status } }, token)).moveTask).task,
  comment: async (taskId, text) =>
    required((await ask(COMMENT, { input: { taskId, text } }, token)).addComment).comment,
  titles: async (projectId, statuses) =>
    required((await ask(TITLES, { filter: { projectId, statuses } }, token)).tasks).nodes.map(({ title }) => title),
  unread: async () => required((await ask(UNREAD, {}, token)).notifications).unreadCount,
  deleteTask: async (id) => void required((await ask(DELETE_TASK, { input: { id } }, token)).deleteTask),
  deleteProject: async (id) => void required((await ask(DELETE_PROJECT, { input: { id } }, token)).deleteProject),
});

await runScenario({
  register: async (input) => {
    const { user, tokens } = required((await ask(REGISTER, { input })).register);
    return { id: user.id, token: tokens.accessToken };
  },
  as,
});
