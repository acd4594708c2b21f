/** The initial content of GraphiQL. */
export const EXAMPLES = [
  `# Sent as whoever is signed in to the app in this browser.
# Nobody? Send the mutation \`login\`, and put
# { "Authorization": "Bearer …" } under Headers, below.
# Ctrl+Space completes, Ctrl+Enter runs.

query MyTasks {
  me {
    name
  }
  tasks(
    first: 10
    orderBy: DUE_ASC
    filter: { statuses: [TODO, IN_PROGRESS] }
  ) {
    totalCount
    nodes {
      id
      title
      status
      dueDate
      project {
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  `# Follows all your projects, over a WebSocket:
# run it, then change something in the app.

subscription Changes {
  changes {
    kind
    projectId
    revision
    changes {
      entity
      action
      fields
      task {
        title
        status
      }
    }
  }
}
`,
];
