import { gql, type ApolloCache, type InMemoryCache } from '@apollo/client';
import { print } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { TASK_DUES, type TaskStatus } from '@contract/enums';
import { computeDays, dayAt } from '@contract/localDays';
import { matchesFilter } from '@contract/taskList';
import { makeCache } from '../../../sync/client/client';
import { applyTask, matchesList, adjustTaskCount, patchTask, removeTask } from './taskCache';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from './TaskFields.generated';
import { taskFixture } from './task.fixture';

const LIST = gql`
  query List($filter: TaskFilter, $orderBy: TaskOrder) {
    tasks(filter: $filter, orderBy: $orderBy, first: 50) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        ...TaskFields
      }
    }
  }
  ${print(TaskFieldsFragmentDoc)}
`;

const task = (id: string, status: TaskStatus, rank: string, more: Partial<TaskFieldsFragment> = {}) =>
  taskFixture({ id, title: `Task ${id}`, status, rank, priority: 'MEDIUM', projectId: 'p1', creatorId: 'me', ...more });

type Row = ReturnType<typeof task>;
interface ListData {
  tasks: { totalCount: number; nodes: Row[] };
}

let cache: InMemoryCache;

const put = (variables: object, nodes: Row[], totalCount = nodes.length): void => {
  cache.writeQuery({
    query: LIST,
    variables,
    data: {
      tasks: {
        __typename: 'TaskConnection',
        totalCount,
        pageInfo: { __typename: 'PageInfo', hasNextPage: totalCount > nodes.length, endCursor: null },
        nodes,
      },
    },
  });
};
const list = (variables: object): [string, number] => {
  const { tasks } = cache.readQuery<ListData>({ query: LIST, variables, optimistic: true }, true) ?? {
    tasks: { nodes: [], totalCount: -1 },
  };
  return [tasks.nodes.map(({ id }) => id).join(''), tasks.totalCount];
};
const column = (status: TaskStatus, projectId?: string) => ({
  filter: { statuses: [status], ...(projectId && { projectId }) },
  orderBy: 'RANK_ASC',
});
const recent = { filter: { involving: 'me' }, orderBy: 'UPDATED_DESC' };

const change = (id: string, fields: Partial<Pick<Row, 'status' | 'rank'>>): void => {
  const fragment = {
    id: `Task:${id}`,
    fragment: TaskFieldsFragmentDoc,
  };
  const before = cache.readFragment({ ...fragment, optimistic: true });
  if (before) cache.writeFragment({ ...fragment, data: { ...before, ...fields } });
};

beforeEach(() => {
  cache = makeCache();
  put(column('TODO'), [task('a', 'TODO', 'a0'), task('b', 'TODO', 'a1'), task('c', 'TODO', 'a2')]);
  put(column('DONE'), [task('d', 'DONE', 'a1V')]);
  put(column('TODO', 'p2'), []);
});

/** Changes tasks on a layer of their own, as a write does. */
const showChange = (
  cache: ApolloCache,
  ids: readonly string[],
  patch: Parameters<typeof patchTask>[2],
  layer: string,
): void => {
  const at = new Date().toISOString();
  cache.recordOptimisticTransaction((proxy) => {
    for (const id of ids) patchTask(proxy, id, patch, at);
  }, layer);
};

describe('a new status', () => {
  it('takes a task out of the list of its column, also while the columns of its project are not known', () => {
    const ofColumn = { filter: { columnIds: ['c'] }, orderBy: 'RANK_ASC' };
    put(ofColumn, [task('a', 'TODO', 'a0'), task('b', 'TODO', 'a1')]);
    showChange(cache, ['a'], () => ({ status: 'DONE' }), 'one');
    expect(list(ofColumn)).toEqual(['b', 1]);
    cache.removeOptimistic('one');
    expect(list(ofColumn)).toEqual(['ab', 2]);
  });
});

describe('applyTask', () => {
  it('moves a task between columns, in rank order, with the counts', () => {
    change('b', { status: 'DONE', rank: 'a1' });
    applyTask(cache, { id: 'b' });
    expect(list(column('TODO'))).toEqual(['ac', 2]);
    expect(list(column('DONE'))).toEqual(['bd', 2]);
  });

  it('orders by bytes: upper case before lower case', () => {
    change('c', { rank: 'Zz' });
    applyTask(cache, { id: 'c' });
    expect(list(column('TODO'))).toEqual(['cab', 3]);
  });

  it('adds a new task to every list it fits and to no other', () => {
    put(recent, [task('a', 'TODO', 'a0')]);
    put({ filter: { tag: 'x' } }, [
      task('n', 'TODO', 'a3', { projectId: 'p2', updatedAt: '2026-11-20T00:00:00.000Z' }),
    ]);
    applyTask(cache, { id: 'n' });
    expect(list(column('TODO'))).toEqual(['abcn', 4]);
    expect(list(column('TODO', 'p2'))).toEqual(['n', 1]);
    expect(list(column('DONE'))).toEqual(['d', 1]);
    expect(list(recent)).toEqual(['na', 2]);
  });

  it('does nothing more when it is applied again', () => {
    change('b', { status: 'DONE' });
    applyTask(cache, { id: 'b' });
    applyTask(cache, { id: 'b' });
    expect(list(column('DONE'))).toEqual(['bd', 2]);
  });

  it('puts a task into the searches whose text it has, and takes it out of the others', () => {
    const search = { filter: { search: 'TÁSK b' }, orderBy: 'TITLE_ASC' };
    const other = { filter: { search: 'nothing' }, orderBy: 'TITLE_ASC' };
    put(search, []);
    put(other, [task('b', 'TODO', 'a1')]);
    applyTask(cache, { id: 'b' });
    expect(list(search)).toEqual(['b', 1]);
    expect(list(other)).toEqual(['', 0]);
  });

  it('leaves a task in a search whose words its description may still have', () => {
    const search = { filter: { search: 'later' }, orderBy: 'TITLE_ASC' };
    const long = task('b', 'TODO', 'a1', { excerpt: 'word '.repeat(30) });
    put(search, [long]);
    applyTask(cache, { id: 'b' });
    expect(list(search)).toEqual(['b', 1]);
    put({ filter: { search: 'later', statuses: ['DONE'] } }, [long]);
    applyTask(cache, { id: 'b' });
    expect(list({ filter: { search: 'later', statuses: ['DONE'] } })).toEqual(['', 0]);
  });

  it('takes a task out of a list whose assignee, tag or priority it lost', () => {
    const lists = [{ assigneeId: 'me' }, { tag: 'x' }, { priorities: ['HIGH'] }].map((filter) => ({ filter }));
    for (const variables of lists) {
      put(variables, [task('b', 'TODO', 'a1', { assigneeId: 'me', tags: ['x'], priority: 'HIGH' })]);
    }
    put({ filter: {} }, [task('b', 'TODO', 'a1')]);
    applyTask(cache, { id: 'b' });
    expect(lists.map(list)).toEqual([
      ['', 0],
      ['', 0],
      ['', 0],
    ]);
    expect(list({ filter: {} })).toEqual(['b', 1]);
  });

  it('keeps a number of all tasks that was asked for alone, until one is made or deleted here', () => {
    const count = gql`
      query Count($whole: TaskFilter) {
        tasks(filter: $whole, first: 1) {
          totalCount
        }
      }
    `;
    const wholes = [{}, { whole: { projectId: 'p' } }, { whole: { projectId: 'other' } }, { whole: { tag: 'x' } }];
    for (const variables of wholes) {
      cache.writeQuery({ query: count, variables, data: { tasks: { __typename: 'TaskConnection', totalCount: 7 } } });
    }
    const counts = () =>
      wholes.map(
        (variables) =>
          cache.readQuery<{ tasks: { totalCount: number } }>({ query: count, variables })?.tasks.totalCount,
      );
    applyTask(cache, { id: 'b' });
    expect(counts()).toEqual([7, 7, 7, 7]);
    adjustTaskCount(cache, 'p', 1);
    expect(counts()).toEqual([8, 8, 7, 7]);
    expect(list(column('TODO'))).toEqual(['abc', 3]);
  });

  it('keeps a newer move when the answer to an older one arrives late', () => {
    put(column('DONE'), [task('b', 'DONE', 'a1', { title: 'new' })]);
    cache.writeQuery({
      query: LIST,
      variables: column('DONE'),
      data: {
        tasks: {
          __typename: 'TaskConnection',
          totalCount: 1,
          pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
          nodes: [{ ...task('b', 'DONE', 'a1'), version: 7 }],
        },
      },
    });
    applyTask(cache, { id: 'b' });
    const late = gql`
      fragment Late on Task {
        id
        status
        version
      }
    `;
    cache.writeFragment({
      id: 'Task:b',
      fragment: late,
      data: { __typename: 'Task', id: 'b', status: 'TODO', version: 6 },
    });
    applyTask(cache, { id: 'b' });
    expect(list(column('TODO'))[0]).toBe('ac');
    expect(list(column('DONE'))[0]).toBe('b');
  });
});

describe('the first rows of a list, without its further pages', () => {
  const FIRST = gql`
    query First($filter: TaskFilter, $orderBy: TaskOrder) {
      tasks(filter: $filter, orderBy: $orderBy, first: 3) {
        totalCount
        nodes {
          id
          ...TaskFields
        }
      }
    }
    ${print(TaskFieldsFragmentDoc)}
  `;
  const variables = column('IN_PROGRESS');
  const putFirst = (letters: string, totalCount: number): void => {
    const nodes = letters.split('').map((id) => task(id, 'IN_PROGRESS', `b${id}`));
    const data = { tasks: { __typename: 'TaskConnection', totalCount, nodes } };
    cache.writeQuery({ query: FIRST, variables, data });
  };
  const first = (): [string, number | undefined] => {
    const tasks = cache.readQuery<ListData>({ query: FIRST, variables })?.tasks;
    return [(tasks?.nodes ?? []).map(({ id }) => id).join(''), tasks?.totalCount];
  };
  const apply = (id: string, reach?: 'loaded'): void => {
    cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task(id, 'IN_PROGRESS', `b${id}`) });
    applyTask(cache, { id }, reach);
  };

  it.each(['loaded', undefined] as const)('do not count a task behind them again (%s)', (reach) => {
    putFirst('fgh', 5);
    apply('x', reach);
    expect(first()).toEqual(['fgh', 5]);
    apply('e', reach);
    expect(first()).toEqual(['efgh', 6]);
  });

  it('count a task at their end if they are all', () => {
    putFirst('fgh', 3);
    apply('x', 'loaded');
    expect(first()).toEqual(['fghx', 4]);
  });
});

describe('a list by due dates', () => {
  it('counts days by the clock of the browser as the contract does by its zone', () => {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const now of ['2026-11-22T09:00:00Z', '2026-11-23T00:30:00Z', '2026-10-25T00:30:00Z'].map(
      (at) => new Date(at),
    )) {
      for (let hours = -30; hours < 24 * 17; hours += 5) {
        const one = task('x', 'TODO', 'a', { dueDate: new Date(now.getTime() + hours * 3_600_000).toISOString() });
        for (const due of TASK_DUES) {
          const said = matchesFilter(one, { dues: [due] }, now, {
            days: computeDays(now, zone),
            dayAt: (time) => dayAt(time, zone),
          });
          expect(matchesList(one, { filter: { dues: [due] } }, now), `${due} ${one.dueDate}`).toBe(said);
        }
      }
    }
  });
});

describe('removeTask', () => {
  it('takes the task out of its lists and out of the cache', () => {
    removeTask(cache, 'b');
    expect(list(column('TODO'))).toEqual(['ac', 2]);
    expect(list(column('DONE'))).toEqual(['d', 1]);
    expect(cache.extract()['Task:b']).toBeUndefined();
  });
});

describe('showChange', () => {
  it('shows a change in all lists at once, and reverts it exactly', () => {
    put({ filter: {}, orderBy: 'COMPLETED_DESC' }, [task('a', 'TODO', 'a0'), task('b', 'TODO', 'a1')]);
    const before = cache.extract();
    showChange(cache, ['b'], () => ({ status: 'DONE', rank: 'a1' }), 'move');
    // it is done from now on
    expect(list({ filter: {}, orderBy: 'COMPLETED_DESC' })).toEqual(['ba', 2]);
    expect(list(column('TODO'))).toEqual(['ac', 2]);
    expect(list(column('DONE'))).toEqual(['bd', 2]);
    cache.removeOptimistic('move');
    expect(list(column('TODO'))).toEqual(['abc', 3]);
    expect(list(column('DONE'))).toEqual(['d', 1]);
    expect(cache.extract()).toEqual(before);
  });

  it('changes each of several tasks from what is shown of it, changes that are under way included', () => {
    const tags = (id: string) =>
      cache.readFragment({ id: `Task:${id}`, fragment: TaskFieldsFragmentDoc, optimistic: true })?.tags;
    showChange(cache, ['a'], () => ({ tags: ['one'] }), 'first');
    showChange(cache, ['a', 'b'], (now) => ({ tags: [...new Set([...now.tags, 'two'])] }), 'second');
    expect([tags('a'), tags('b')]).toEqual([['one', 'two'], ['two']]);
    // The basis of the earlier layer is gone, and the later layer is built again.
    cache.removeOptimistic('first');
    expect([tags('a'), tags('b')]).toEqual([['two'], ['two']]);
  });

  it('moves a changed task to the top of the recently updated tasks', () => {
    put(recent, [task('a', 'TODO', 'a0'), task('b', 'TODO', 'a1')]);
    showChange(cache, ['b'], () => ({ title: 'Told' }), 'title');
    expect(list(recent)).toEqual(['ba', 2]);
  });

  it('leaves a task alone that is known in part, and goes on with the others', () => {
    const part = gql`
      fragment Part on Task {
        id
        title
      }
    `;
    cache.writeFragment({ id: 'Task:x', fragment: part, data: { __typename: 'Task', id: 'x', title: 'Heard of' } });
    showChange(cache, ['x', 'b'], () => ({ status: 'DONE' }), 'both');
    expect(list(column('DONE'))).toEqual(['bd', 2]);
    expect(cache.extract(true)['Task:x']).toMatchObject({ title: 'Heard of' });
    expect(cache.extract(true)['Task:x']).not.toHaveProperty('status');
  });
});

describe('a task that is changed here in a list with further pages', () => {
  const PAGE = gql`
    query Page($orderBy: TaskOrder, $after: String) {
      tasks(orderBy: $orderBy, first: 3, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          ...TaskFields
        }
      }
    }
    ${print(TaskFieldsFragmentDoc)}
  `;
  const BY_TITLE = { orderBy: 'TITLE_ASC' };
  let last = '';

  /** Writes the rows named by these letters, which are also their titles, as the next page. */
  const page = (letters: string, hasNextPage = true, ids: Record<string, string> = {}): void => {
    cache.writeQuery({
      query: PAGE,
      variables: { ...BY_TITLE, ...(last && { after: last }) },
      data: {
        tasks: {
          __typename: 'TaskConnection',
          totalCount: 9,
          pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: letters.at(-1) },
          nodes: letters
            .split('')
            .map((letter) => task(ids[letter] ?? `id-${letter}`, 'TODO', 'a0', { title: letter })),
        },
      },
    });
    last = letters.at(-1) ?? '';
  };
  const titles = (): string =>
    cache
      .readQuery<{ tasks: { nodes: Row[] } }>({ query: PAGE, variables: BY_TITLE })
      ?.tasks.nodes.map(({ title }) => title)
      .join('') ?? '';
  const add = (letter: string, id = `id-${letter}`): void => {
    const made = task(id, 'TODO', 'a0', { title: letter, version: 2 });
    cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: made });
    applyTask(cache, made);
  };

  beforeEach(() => {
    last = '';
  });

  it('is at its place when the page with it is loaded', () => {
    page('abc');
    add('h');
    expect(titles()).toBe('abch');
    page('def');
    expect(titles()).toBe('abcdefh');
    page('ghi', false);
    expect(titles()).toBe('abcdefghi');
  });

  it('is at its place if several were added', () => {
    page('abc');
    add('h');
    add('e');
    expect(titles()).toBe('abceh');
    page('def');
    expect(titles()).toBe('abcdefh');
    add('b');
    page('ghi', false);
    expect(titles()).toBe('abcdefghi');
  });

  it('stays at its place if it was the last loaded one', () => {
    page('abc');
    add('c');
    page('def');
    expect(titles()).toBe('abcdef');
    add('h', 'id-f');
    page('ghi', false, { h: 'id-f' });
    expect(titles()).toBe('abcdeghi');
  });

  it('moves behind the next page if it was one of the loaded ones', () => {
    page('bcd');
    add('x', 'id-b');
    expect(titles()).toBe('cdx');
    page('efg');
    expect(titles()).toBe('cdefgx');
  });
});
