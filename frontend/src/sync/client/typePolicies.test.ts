import { gql, InMemoryCache } from '@apollo/client';
import { buildSchema, getNamedType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { describe, expect, it } from 'vitest';
import schemaText from '../../../../schema.graphql?raw';
import { typePolicies } from './typePolicies';

const ACTIVITY = gql`
  query ($after: String) {
    project(id: "p1") {
      id
      activity(after: $after) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;

const COMMENTS = gql`
  query ($before: String) {
    task(id: "t1") {
      id
      comments(before: $before) {
        nodes {
          id
        }
        pageInfo {
          hasPreviousPage
          startCursor
        }
      }
    }
  }
`;

describe('a list that is read from its end', () => {
  it('inserts an earlier page once and in its place, and starts over with the end', () => {
    const cache = new InMemoryCache({ typePolicies });
    const write = (ids: string[], before?: string): void => {
      const nodes = ids.map((id) => ({ __typename: 'Comment', id }));
      const pageInfo = { __typename: 'PageInfo', hasPreviousPage: true, startCursor: `before ${ids[0]}` };
      const comments = { __typename: 'CommentConnection', nodes, pageInfo };
      const task = { __typename: 'Task', id: 't1', comments };
      cache.writeQuery({ query: COMMENTS, variables: { before }, data: { task } });
    };
    const read = (): [string | undefined, string | undefined] => {
      const task = cache.readQuery<{
        task: { comments: { nodes: { id: string }[]; pageInfo: { startCursor: string } } };
      }>({ query: COMMENTS })?.task;
      return [task?.comments.nodes.map(({ id }) => id).join(' '), task?.comments.pageInfo.startCursor];
    };
    write(['e', 'f', 'g']);
    write(['c', 'd', 'e'], 'before e');
    expect(read()).toEqual(['c d e f g', 'before c']);
    // Requested before the list was read again.
    write(['a'], 'before e');
    expect(read()).toEqual(['c d e f g', 'before c']);
    write(['f', 'g', 'h']);
    expect(read()).toEqual(['f g h', 'before f']);
  });
});

describe('a log in the cache', () => {
  const cacheWith = () => {
    const cache = new InMemoryCache({ typePolicies });
    const write = (lines: number[], hasNextPage: boolean, after?: string): void => {
      const nodes = lines.map((line) => ({ __typename: 'HistoryEntry', id: String(line) }));
      const pageInfo = { __typename: 'PageInfo', hasNextPage, endCursor: `after ${lines.at(-1)}` };
      const activity = { __typename: 'HistoryEntryConnection', nodes, pageInfo };
      cache.writeQuery({
        query: ACTIVITY,
        variables: { after },
        data: { project: { __typename: 'Project', id: 'p1', activity } },
      });
    };
    const read = () => {
      const { project } = cache.readQuery<{
        project: { activity: { nodes: { id: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } } };
      }>({ query: ACTIVITY }) ?? { project: null };
      return [project?.activity.nodes.map(({ id }) => Number(id)), project?.activity.pageInfo.endCursor];
    };
    return { write, read };
  };

  it('inserts a refetched beginning before the loaded entries, and keeps the end cursor', () => {
    const { write, read } = cacheWith();
    write([9, 8, 7], true);
    write([6, 5, 4], true, 'after 7');
    expect(read()).toEqual([[9, 8, 7, 6, 5, 4], 'after 4']);
    write([11, 10, 9], true);
    expect(read()).toEqual([[11, 10, 9, 8, 7, 6, 5, 4], 'after 4']);
    write([3], false, 'after 4');
    expect(read()).toEqual([[11, 10, 9, 8, 7, 6, 5, 4, 3], 'after 3']);
  });

  it('starts over if the two have a gap', () => {
    const { write, read } = cacheWith();
    write([3, 2, 1], false);
    write([30, 29, 28], true);
    expect(read()).toEqual([[30, 29, 28], 'after 28']);
  });
});

describe('a list in the cache', () => {
  const TASKS = gql`
    query ($after: String) {
      tasks(after: $after) {
        nodes {
          id
        }
        pageInfo {
          endCursor
        }
      }
    }
  `;

  it('grows by the page that begins where it ends, and drops one that would leave a gap', () => {
    const cache = new InMemoryCache({ typePolicies });
    const write = (ids: string, after?: string): void => {
      const nodes = ids.split('').map((id) => ({ __typename: 'Task', id }));
      const pageInfo = { __typename: 'PageInfo', endCursor: ids.at(-1) };
      cache.writeQuery({
        query: TASKS,
        variables: { after },
        data: { tasks: { __typename: 'TaskConnection', nodes, pageInfo } },
      });
    };
    const read = () =>
      cache
        .readQuery<{ tasks: { nodes: { id: string }[] } }>({ query: TASKS })
        ?.tasks.nodes.map(({ id }) => id)
        .join('');
    write('abc');
    write('def', 'c');
    expect(read()).toBe('abcdef');
    // Read again while the page after f was being requested.
    write('abc');
    write('ghi', 'f');
    expect(read()).toBe('abc');
    write('def', 'c');
    expect(read()).toBe('abcdef');
  });

  it('keeps its page info if it is read without that and has the same end', () => {
    const cache = new InMemoryCache({ typePolicies });
    const ROWS = gql`
      query ($after: String) {
        tasks(after: $after) {
          nodes {
            id
          }
        }
      }
    `;
    const write = (query: typeof TASKS, ids: string, more: object = {}): void => {
      const nodes = ids.split('').map((id) => ({ __typename: 'Task', id }));
      cache.writeQuery({ query, data: { tasks: { __typename: 'TaskConnection', nodes, ...more } } });
    };
    const end = () =>
      cache.readQuery<{ tasks: { pageInfo: { endCursor: string } } }>({ query: TASKS })?.tasks.pageInfo.endCursor;
    write(TASKS, 'abc', { pageInfo: { __typename: 'PageInfo', endCursor: 'c' } });
    write(ROWS, 'abc');
    expect(end()).toBe('c');
    write(ROWS, 'abcd');
    expect(end()).toBeUndefined();
  });

  it('keeps its number when the same rows are read without that', () => {
    const COUNTED = gql`
      query ($after: String) {
        tasks(after: $after) {
          nodes {
            id
          }
          pageInfo {
            endCursor
          }
          totalCount
        }
      }
    `;
    const cache = new InMemoryCache({ typePolicies });
    const write = (query: typeof TASKS, ids: string, more: object = {}): void => {
      const nodes = ids.split('').map((id) => ({ __typename: 'Task', id }));
      const pageInfo = { __typename: 'PageInfo', endCursor: ids.at(-1) };
      cache.writeQuery({ query, data: { tasks: { __typename: 'TaskConnection', nodes, pageInfo, ...more } } });
    };
    const count = () => cache.readQuery<{ tasks: { totalCount: number } }>({ query: COUNTED })?.tasks.totalCount;
    write(COUNTED, 'ab', { totalCount: 2 });
    write(TASKS, 'ab');
    expect(count()).toBe(2);
    write(TASKS, 'abc');
    expect(count()).toBeUndefined();
  });

  it('keeps its further pages when its first rows are read again, unless they are others or the last ones', () => {
    const MEMBERS = gql`
      query ($after: String) {
        project(id: "p1") {
          id
          members(first: 2, after: $after) {
            nodes {
              id
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    `;
    const FIRST = gql`
      query {
        project(id: "p1") {
          id
          members(first: 2) {
            nodes {
              id
            }
          }
        }
      }
    `;
    const cache = new InMemoryCache({ typePolicies });
    const write = (query: typeof FIRST, ids: string, more: object = {}, after?: string): void => {
      const nodes = ids.split('').map((id) => ({ __typename: 'ProjectMember', id }));
      const members = { __typename: 'ProjectMemberConnection', nodes, ...more };
      cache.writeQuery({
        query,
        variables: { after },
        data: { project: { __typename: 'Project', id: 'p1', members } },
      });
    };
    const pageInfo = (endCursor: string) => ({ pageInfo: { __typename: 'PageInfo', hasNextPage: true, endCursor } });
    const known = (): string | undefined =>
      cache
        .readQuery<{ project: { members: { nodes: { id: string }[] } } }>({ query: MEMBERS })
        ?.project.members.nodes.map(({ id }) => id)
        .join('');
    const fill = (): void => {
      write(MEMBERS, 'ab', pageInfo('b'));
      write(MEMBERS, 'cd', pageInfo('d'), 'b');
    };
    fill();
    write(FIRST, 'ab');
    expect(known()).toBe('abcd');
    write(FIRST, 'ac');
    expect(known()).toBeUndefined();
    fill();
    write(FIRST, 'a');
    expect(known()).toBeUndefined();
  });
});

/** Puts its pages together itself: they are compared with each other. */
const MERGED_BY_HAND = new Set(['Task.descriptionVersions']);

describe('every list of which further pages are read', () => {
  const schema = buildSchema(schemaText);
  const documents = import.meta.glob<string>('../../**/*.graphql', { query: '?raw', import: 'default', eager: true });

  it('has a policy that puts the pages together', () => {
    const lists = new Set<string>();
    for (const text of Object.values(documents)) {
      const types = new TypeInfo(schema);
      visit(
        parse(text),
        visitWithTypeInfo(types, {
          Field: ({ name, arguments: given }) => {
            const isPaged = given?.some((arg) => arg.name.value === 'after' || arg.name.value === 'before');
            const isList = getNamedType(types.getType())?.name.endsWith('Connection');
            if (isPaged && isList) lists.add(`${types.getParentType()?.name}.${name.value}`);
          },
        }),
      );
    }
    expect(lists.size).toBeGreaterThan(15);
    const policies = typePolicies as Record<string, { fields?: Record<string, unknown> } | undefined>;
    const without = [...lists].filter((list) => {
      const [type = '', field = ''] = list.split('.');
      return !MERGED_BY_HAND.has(list) && policies[type]?.fields?.[field] === undefined;
    });
    expect(without).toEqual([]);
  });
});
