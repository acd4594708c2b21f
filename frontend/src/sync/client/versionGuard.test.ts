import { gql } from '@apollo/client';
import { describe, expect, it } from 'vitest';
import { makeCache } from './client';

const TASK = gql`
  query Task($id: ID!) {
    task(id: $id) {
      ...Parts
    }
  }
  fragment Parts on Task {
    id
    title
    status
    version
    project {
      id
      name
      version
    }
  }
`;
const TASKS = gql`
  query Tasks {
    tasks(orderBy: RANK_ASC) {
      nodes {
        id
        title
        status
        version
        description
      }
    }
  }
`;
const PROJECT = gql`
  query Project {
    project(id: "p1") {
      id
      name
      version
      revision
      memberCount
    }
  }
`;

const project = (name: string, version: number) => ({ __typename: 'Project', id: 'p1', name, version });
const task = (title: string, version: number, status = 'TODO', within = project('Launch', 1)) => ({
  __typename: 'Task',
  id: 't1',
  title,
  status,
  version,
  project: within,
});
const variables = { id: 't1' };

describe('a cache that knows versions', () => {
  const withTask = (title: string, version: number) => {
    const cache = makeCache();
    cache.writeQuery({ query: TASK, variables, data: { task: task(title, version) } });
    return cache;
  };
  const title = (cache: ReturnType<typeof makeCache>, optimistic = false) =>
    cache.readQuery<{ task: { title: string } }>({ query: TASK, variables, optimistic })?.task.title;

  it('takes an answer of the same or a higher version', () => {
    const cache = withTask('one', 5);
    cache.writeQuery({ query: TASK, variables, data: { task: task('two', 5) } });
    expect(title(cache)).toBe('two');
    cache.writeQuery({ query: TASK, variables, data: { task: task('three', 6) } });
    expect(title(cache)).toBe('three');
  });

  it('keeps newer data when a slow answer arrives, nested in fragments', () => {
    const cache = withTask('new', 7);
    cache.writeQuery({ query: TASK, variables, data: { task: task('old', 6, 'DONE') } });
    expect(cache.readQuery({ query: TASK, variables })).toMatchObject({
      task: { title: 'new', status: 'TODO', version: 7 },
    });
  });

  it('judges each object by its own version', () => {
    const cache = withTask('new', 7);
    cache.writeQuery({ query: TASK, variables, data: { task: task('old', 6, 'TODO', project('Renamed', 2)) } });
    expect(cache.readQuery({ query: TASK, variables })).toMatchObject({
      task: { title: 'new', project: { name: 'Renamed' } },
    });
  });

  it('keeps newer rows in a list, adds what was missing, and takes the new rows', () => {
    const cache = withTask('new', 7);
    const row = (id: string, text: string) => ({
      __typename: 'Task',
      id,
      title: text,
      status: 'TODO',
      version: 6,
      description: 'only in the list',
    });
    const nodes = [row('t1', 'old'), row('t2', 'other')];
    cache.writeQuery({ query: TASKS, data: { tasks: { __typename: 'TaskConnection', nodes } } });
    expect(cache.readQuery({ query: TASKS })).toMatchObject({
      tasks: { nodes: [{ title: 'new', version: 7, description: 'only in the list' }, { title: 'other' }] },
    });
  });

  it("goes by a project's revision as well", () => {
    const cache = makeCache();
    const write = (revision: number, memberCount: number) =>
      cache.writeQuery({ query: PROJECT, data: { project: { ...project('Launch', 1), revision, memberCount } } });
    write(9, 3);
    write(8, 2);
    expect(cache.readQuery({ query: PROJECT })).toMatchObject({ project: { revision: 9, memberCount: 3 } });
  });

  it('keeps an optimistic write above a newer answer until it is removed', () => {
    const cache = withTask('stored', 5);
    cache.batch({
      optimistic: 'move',
      update: (layer) => layer.writeQuery({ query: TASK, variables, data: { task: task('mine', 5) } }),
    });
    cache.writeQuery({ query: TASK, variables, data: { task: task('theirs', 6) } });
    // Another layer is removed, so this one is built again.
    cache.batch({ optimistic: 'other', update: () => undefined });
    cache.removeOptimistic('other');
    expect(title(cache, true)).toBe('mine');
    cache.removeOptimistic('move');
    expect(title(cache, true)).toBe('theirs');
  });

  it('notifies watchers once, with the newer data', () => {
    const cache = withTask('new', 7);
    const seen: unknown[] = [];
    cache.watch({ query: TASK, variables, optimistic: true, callback: (diff) => seen.push(diff.result) });
    cache.writeQuery({ query: TASK, variables, data: { task: task('old', 6, 'TODO', project('Renamed', 2)) } });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ task: { title: 'new', project: { name: 'Renamed' } } });
  });
});

describe('lists', () => {
  const PAGE = gql`
    query Page($after: String) {
      projects(first: 1, after: $after) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `;
  const page = (ids: string[], endCursor: string) => ({
    projects: {
      __typename: 'ProjectConnection',
      nodes: ids.map((id) => ({ __typename: 'Project', id })),
      pageInfo: { __typename: 'PageInfo', hasNextPage: true, endCursor },
    },
  });

  it('grow page by page without duplicate rows, and start over without a cursor', () => {
    const cache = makeCache();
    const ids = () => cache.readQuery<ReturnType<typeof page>>({ query: PAGE })?.projects.nodes.map((node) => node.id);
    cache.writeQuery({ query: PAGE, data: page(['a', 'b'], 'b') });
    cache.writeQuery({ query: PAGE, variables: { after: 'b' }, data: page(['b', 'c'], 'c') });
    expect(ids()).toEqual(['a', 'b', 'c']);
    cache.writeQuery({ query: PAGE, data: page(['z'], 'z') });
    expect(ids()).toEqual(['z']);
  });
});
