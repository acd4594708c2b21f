import { graphql } from 'relay-runtime';

// read by relay-compiler, which makes the artifacts that relay.ts uses; never run

export const register = graphql`
  mutation documentsRegisterMutation($input: RegisterInput!) {
    register(input: $input) {
      user {
        id
      }
      tokens {
        accessToken
      }
    }
  }
`;
export const createProject = graphql`
  mutation documentsCreateProjectMutation($input: CreateProjectInput!) {
    createProject(input: $input) {
      project {
        id
        name
      }
    }
  }
`;
export const addMember = graphql`
  mutation documentsAddMemberMutation($input: AddProjectMemberInput!) {
    addProjectMember(input: $input) {
      member {
        role
      }
    }
  }
`;
export const createTask = graphql`
  mutation documentsCreateTaskMutation($input: CreateTaskInput!, $connections: [ID!]!) {
    createTask(input: $input) {
      task @appendNode(connections: $connections, edgeTypeName: "TaskEdge") {
        id
        title
        version
      }
    }
  }
`;
export const moveTask = graphql`
  mutation documentsMoveTaskMutation($input: MoveTaskInput!) {
    moveTask(input: $input) {
      task {
        id
        status
      }
    }
  }
`;
export const comment = graphql`
  mutation documentsCommentMutation($input: AddCommentInput!) {
    addComment(input: $input) {
      comment {
        id
        text
      }
    }
  }
`;
export const deleteTask = graphql`
  mutation documentsDeleteTaskMutation($input: DeleteTaskInput!) {
    deleteTask(input: $input) {
      taskId @deleteRecord
    }
  }
`;
export const deleteProject = graphql`
  mutation documentsDeleteProjectMutation($input: DeleteProjectInput!) {
    deleteProject(input: $input) {
      projectId @deleteRecord
    }
  }
`;
export const unread = graphql`
  query documentsUnreadQuery {
    notifications {
      unreadCount
    }
  }
`;
export const tasks = graphql`
  query documentsTasksQuery($filter: TaskFilter!, $first: Int!, $after: String) {
    tasks(filter: $filter, first: $first, after: $after) @connection(key: "documents_tasks", filters: ["filter"]) {
      edges {
        node {
          id
          title
          ...documentsComments_task
        }
      }
    }
  }
`;
/** A page of comments that can be asked for alone, forwards and backwards: takes Node. */
export const comments = graphql`
  fragment documentsComments_task on Task
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" })
  @refetchable(queryName: "documentsCommentsPaginationQuery") {
    comments(first: $first, after: $after) @connection(key: "documentsComments_comments") {
      edges {
        node {
          id
          text
        }
      }
    }
  }
`;
export const membersBefore = graphql`
  fragment documentsMembers_project on Project
  @argumentDefinitions(last: { type: "Int", defaultValue: 10 }, before: { type: "String" })
  @refetchable(queryName: "documentsMembersPaginationQuery") {
    members(last: $last, before: $before) @connection(key: "documentsMembers_members") {
      edges {
        node {
          userId
        }
      }
    }
  }
`;
