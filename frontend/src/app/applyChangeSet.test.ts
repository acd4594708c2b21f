import { gql } from '@apollo/client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskStatus } from '@contract/enums';
import { BoardDocument, type BoardQueryVariables } from '../features/tasks/board/Board.generated';
import { makeCache } from '../sync/client/client';
import type { VersionedCache } from '../sync/client/versionGuard';
import { ProjectDocument } from '../features/projects/Project.generated';
import { ProjectsDocument } from '../features/projects/Projects.generated';
import { TaskChecklistDocument } from '../features/tasks/checklist/Checklist.generated';
import { applyTask } from '../features/tasks/model/taskCache';
import { TaskFieldsFragmentDoc } from '../features/tasks/model/TaskFields.generated';
import { taskFixture } from '../features/tasks/model/task.fixture';
import { applyChangeSet, type ChangeSet } from './applyChangeSet';

type Project = NonNullable<ChangeSet['project']>;
type Change = ChangeSet['changes'][number];
type Task = NonNullable<Change['task']>;

const project = (id: string, revision: number, more: Partial<Project> = {}): Project => ({
  __typename: 'Project',
  id,
  name: `Project ${id}`,
  description: '',
  color: '#123456',
  key: 'P',
  version: 1,
  revision,
  memberCount: 1,
  createdAt: `2026-11-0${id.length}T00:00:00.000Z`,
  archivedAt: null,
  isTemplate: false,
  isExample: false,
  viewerRole: 'OWNER',
  viewerCanEdit: true,
  viewerCanDelete: true,
  viewerCanManageMembers: true,
  viewerCanRemoveMembers: true,
  viewerCanArchive: true,
  viewerCanLeave: false,
  ...more,
});

const task = (id: string, version: number, status: TaskStatus, rank: string, more: Partial<Task> = {}): Task =>
  taskFixture({ id, title: `Task ${id}`, status, rank, version, ...more });

const change = (more: Partial<Change>): Change => ({
  __typename: 'Change',
  entity: 'TASK',
  entityId: '',
  action: 'UPDATED',
  movedTo: null,
  project: null,
  task: null,
  affected: [],
  taskRelation: null,
  attachment: null,
  column: null,
  checklistItem: null,
  comment: null,
  member: null,
  ...more,
});
const set = (revision: number, more: Partial<ChangeSet> = {}): ChangeSet => ({
  __typename: 'ChangeSet',
  projectId: 'p',
  revision,
  kind: 'CHANGES',
  epoch: 'e',
  mutationId: null,
  project: project('p', revision),
  changes: [],
  ...more,
});
const changed = (revision: number, one: Task): ChangeSet =>
  set(revision, { changes: [change({ entityId: one.id, task: one })] });
const deleted = (revision: number, entityId: string): ChangeSet =>
  set(revision, { changes: [change({ entityId, action: 'DELETED' })] });

let cache: VersionedCache;

const page = (nodes: Task[], totalCount = nodes.length) => ({
  __typename: 'TaskConnection' as const,
  totalCount,
  pageInfo: { __typename: 'PageInfo' as const, hasNextPage: totalCount > nodes.length, endCursor: 'end' },
  nodes,
});
/** What is done is asked for from here on. */
const SINCE = '2020-01-01T00:00:00.000Z';
const LATELY: BoardQueryVariables = {
  todo: { statuses: ['TODO'] },
  inProgress: { statuses: ['IN_PROGRESS'] },
  inReview: { statuses: ['IN_REVIEW'] },
  done: { statuses: ['DONE'], completedFrom: SINCE },
  older: { statuses: ['DONE'], completedTo: SINCE },
};
const putBoard = (todo: ReturnType<typeof page>, done = page([])): void => {
  const data = { todo, inProgress: page([]), inReview: page([]), done, older: page([]) };
  cache.writeQuery({ query: BoardDocument, variables: LATELY, data });
};
const board = () => {
  const data = cache.readQuery({ query: BoardDocument, variables: LATELY, optimistic: true });
  const column = (list: { totalCount: number; nodes: readonly { id: string }[] } | undefined) => [
    list?.nodes.map(({ id }) => id).join(' '),
    list?.totalCount,
  ];
  return { todo: column(data?.todo), done: column(data?.done) };
};
const putProjects = (...nodes: Project[]): void => {
  const pageInfo = { __typename: 'PageInfo' as const, hasNextPage: false, endCursor: null };
  cache.writeQuery({
    query: ProjectsDocument,
    data: { projects: { __typename: 'ProjectConnection', totalCount: nodes.length, pageInfo, nodes } },
  });
};
const projectIds = () => cache.readQuery({ query: ProjectsDocument })?.projects.nodes.map(({ id }) => id);

beforeEach(() => {
  cache = makeCache();
});

describe('a set that only a newer server knows', () => {
  it('is skipped as far as it is unknown', () => {
    putBoard(page([task('a', 1, 'TODO', 'a')]));
    const later = change({ entity: 'MILESTONE' as Change['entity'], entityId: 'm', action: 'CREATED' });
    const b = task('b', 2, 'TODO', 'b');
    const asked = applyChangeSet(cache, set(2, { changes: [later, change({ entityId: 'b', task: b })] }));
    expect([board().todo, asked.figures]).toEqual([['a b', 2], true]);
  });

  it('is refetched if its kind is unknown', () => {
    const later = set(2, { kind: 'PROJECT_MERGED' as ChangeSet['kind'] });
    expect(applyChangeSet(cache, later)).toEqual({ figures: true, counts: true, people: false, lists: true });
  });
});

describe('a set of task changes', () => {
  it('puts a new task to its place and counts it', () => {
    putBoard(page([task('a', 1, 'TODO', 'a'), task('c', 1, 'TODO', 'c')]));
    expect(applyChangeSet(cache, changed(2, task('b', 2, 'TODO', 'b'))).figures).toBe(true);
    expect(board().todo).toEqual(['a b c', 3]);
  });

  it('moves a task between two visible projects, whichever set comes first, and removes it if only one is visible', () => {
    const left = set(4, { projectId: 'p', changes: [change({ entityId: 'a', action: 'DELETED', movedTo: 'q' })] });
    const there = task('a', 7, 'TODO', 'z', { projectId: 'q' });
    const came = set(7, {
      projectId: 'q',
      project: project('q', 7),
      changes: [change({ entityId: 'a', action: 'CREATED', task: there })],
    });
    const shown = () => [board().todo, cache.extract()['Task:a']?.projectId];
    for (const order of [
      [left, came],
      [came, left],
    ]) {
      cache = makeCache();
      cache.writeQuery({ query: ProjectDocument, variables: { id: 'q' }, data: { project: project('q', 1) } });
      putBoard(page([task('a', 1, 'TODO', 'a', { projectId: 'p' }), task('c', 1, 'TODO', 'c')]));
      for (const one of order) applyChangeSet(cache, one);
      expect(shown()).toEqual([['c a', 2], 'q']);
    }
    cache = makeCache();
    putBoard(page([task('a', 1, 'TODO', 'a', { projectId: 'p' }), task('c', 1, 'TODO', 'c')]));
    applyChangeSet(cache, left);
    expect(shown()).toEqual([['c', 1], undefined]);
  });

  it('puts items of checklists in their places, and counts them as the task does', () => {
    const item = (id: string, rank: string, done = false) =>
      ({ __typename: 'ChecklistItem', id, taskId: 'a', projectId: 'p', text: id, done, rank, version: 1 }) as const;
    const of = (checklistItem: ReturnType<typeof item> | null, entityId: string, total: number): ChangeSet =>
      set(2, {
        changes: [
          change({
            entity: 'CHECKLIST_ITEM',
            entityId,
            action: checklistItem ? 'CREATED' : 'DELETED',
            checklistItem,
            task: task('a', 1, 'TODO', 'a', { checklistTotal: total }),
          }),
        ],
      });
    cache.writeQuery({
      query: TaskChecklistDocument,
      variables: { taskId: 'a' },
      data: {
        task: {
          __typename: 'Task',
          id: 'a',
          version: 1,
          checklistTotal: 1,
          checklistDone: 0,
          checklist: [item('y', 'b')],
        },
      },
    });
    const list = () => {
      const found = cache.readQuery({ query: TaskChecklistDocument, variables: { taskId: 'a' } })?.task;
      return [found?.checklist.map(({ id }) => id).join(''), found?.checklistTotal];
    };
    applyChangeSet(cache, of(item('x', 'a'), 'x', 2));
    applyChangeSet(cache, of(item('x', 'a'), 'x', 2));
    expect(list()).toEqual(['xy', 2]);
    applyChangeSet(cache, of(null, 'y', 1));
    expect(list()).toEqual(['x', 1]);
  });

  it('changes nothing if it arrives twice, or after a newer one', () => {
    putBoard(page([task('a', 1, 'TODO', 'a')]));
    applyChangeSet(cache, changed(3, task('a', 3, 'DONE', 'a', { title: 'Newest' })));
    applyChangeSet(cache, changed(3, task('a', 3, 'DONE', 'a', { title: 'Newest' })));
    applyChangeSet(cache, changed(2, task('a', 2, 'TODO', 'a', { title: 'Older' })));
    expect(board()).toEqual({ todo: ['', 0], done: ['a', 1] });
    expect(cache.readFragment({ id: 'Task:a', fragment: TaskFieldsFragmentDoc })?.title).toBe('Newest');
  });

  it('removes a deleted task once', () => {
    putBoard(page([task('a', 1, 'TODO', 'a'), task('b', 1, 'TODO', 'b')]));
    applyChangeSet(cache, deleted(2, 'a'));
    applyChangeSet(cache, deleted(2, 'a'));
    expect(board().todo).toEqual(['b', 1]);
  });

  it('keeps a task that belongs below the loaded rows out of them, and asks for the count', () => {
    putBoard(page([task('a', 1, 'TODO', 'a'), task('b', 1, 'TODO', 'b')], 80));
    const asked = applyChangeSet(cache, changed(2, task('z', 2, 'TODO', 'z')));
    expect(board().todo).toEqual(['a b', 80]);
    expect(asked.counts).toBe(true);
    expect(applyChangeSet(cache, changed(3, task('a', 3, 'TODO', 'a', { title: 'Again' }))).counts).toBe(false);
  });

  it('asks for the counts when a known task behind the loaded rows is moved or deleted', () => {
    putBoard(page([task('a', 1, 'TODO', 'a'), task('b', 1, 'TODO', 'b')], 80));
    applyChangeSet(cache, changed(2, task('z', 2, 'TODO', 'z')));
    expect(applyChangeSet(cache, changed(3, task('z', 3, 'DONE', 'z'))).counts).toBe(true);
    expect(applyChangeSet(cache, deleted(4, 'z')).counts).toBe(true);
  });

  it('asks for the figures only when they may have moved', () => {
    putBoard(page([task('a', 1, 'TODO', 'a')]));
    expect(applyChangeSet(cache, changed(2, task('a', 2, 'TODO', 'a', { title: 'Renamed' }))).figures).toBe(false);
    expect(applyChangeSet(cache, changed(3, task('a', 3, 'DONE', 'a'))).figures).toBe(true);
  });

  it('asks for the figures and counts if an answer has brought the task, because others can be older', () => {
    putBoard(page([task('a', 2, 'DONE', 'a')]));
    const asked = applyChangeSet(cache, changed(2, task('a', 2, 'DONE', 'a')));
    expect([asked.figures, asked.counts]).toEqual([true, true]);
  });

  it('stays below an optimistic move, and is visible when that is refused', () => {
    putBoard(page([task('a', 1, 'TODO', 'a'), task('b', 1, 'TODO', 'b')]));
    cache.recordOptimisticTransaction((proxy) => {
      proxy.writeFragment({
        id: 'Task:a',
        fragment: TaskFieldsFragmentDoc,
        data: { ...task('a', 1, 'DONE', 'a') },
      });
      applyTask(proxy, { id: 'a' });
    }, 'move');
    applyChangeSet(cache, changed(2, task('a', 2, 'TODO', 'c', { title: 'Edited meanwhile' })));
    expect(cache.extract(true)['Task:a']).toMatchObject({ status: 'DONE' });
    cache.removeOptimistic('move');
    expect(board()).toEqual({ todo: ['b a', 2], done: ['', 0] });
    expect(cache.extract(true)['Task:a']).toMatchObject({ status: 'TODO', title: 'Edited meanwhile' });
  });
});

describe('a set with a change of a comment', () => {
  const author = { __typename: 'User' as const, id: 'u2', firstName: 'Wen', lastName: 'Zhao', name: 'Wen Zhao' };
  const said = (id: string): NonNullable<Change['comment']> => ({
    __typename: 'Comment',
    id,
    taskId: 'a',
    projectId: 'p',
    authorId: 'u2',
    text: 'Well?',
    copiedFrom: null,
    importedFrom: null,
    version: 2,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    viewerCanEdit: false,
    viewerCanDelete: false,
    author: { ...author, username: 'wen', avatar: null },
  });
  const commented = (revision: number, id: string, commentCount: number): ChangeSet =>
    set(revision, {
      changes: [
        change({
          entity: 'COMMENT',
          entityId: id,
          action: 'CREATED',
          comment: said(id),
          task: task('a', 1, 'TODO', 'a', { commentCount }),
        }),
      ],
    });
  const count = () => cache.extract()['Task:a']?.commentCount;

  it('counts as the server does, also when it is applied again after an older answer', () => {
    putBoard(page([task('a', 1, 'TODO', 'a')]));
    applyChangeSet(cache, commented(2, 'c1', 1));
    expect(count()).toBe(1);
    putBoard(page([task('a', 1, 'TODO', 'a')]));
    expect(count()).toBe(0);
    applyChangeSet(cache, commented(2, 'c1', 1));
    expect(count()).toBe(1);
  });

  it('counts off one that was deleted, known here or not', () => {
    putBoard(page([task('a', 1, 'TODO', 'a', { commentCount: 2 })]));
    const gone = change({
      entity: 'COMMENT',
      entityId: 'c9',
      action: 'DELETED',
      task: task('a', 1, 'TODO', 'a', { commentCount: 1 }),
    });
    applyChangeSet(cache, set(2, { changes: [gone] }));
    applyChangeSet(cache, set(2, { changes: [gone] }));
    expect(count()).toBe(1);
  });
});

describe('a set of project changes', () => {
  it('brings a project that was joined, at its place in the list', () => {
    putProjects(project('pp', 1), project('pppp', 1));
    const asked = applyChangeSet(
      cache,
      set(9, { kind: 'PROJECT_JOINED', projectId: 'ppp', project: project('ppp', 9) }),
    );
    expect(projectIds()).toEqual(['pp', 'ppp', 'pppp']);
    expect(asked.lists).toBe(true);
  });

  it('reads the tasks that a copied project has from the beginning, except in the tab that knows it', () => {
    putProjects(project('p', 1));
    const joined = set(1, { kind: 'PROJECT_JOINED', projectId: 'copy', project: project('copy', 1) });
    expect(applyChangeSet(cache, joined)).toMatchObject({ figures: true, lists: true });
    expect(projectIds()).toEqual(['p', 'copy']);
    expect(applyChangeSet(cache, joined).lists).toBe(false);
  });

  it('removes a left project with its tasks, and no other', () => {
    putProjects(project('p', 1), project('q', 1));
    const other = {
      __typename: 'Project' as const,
      id: 'q',
      name: 'Project q',
      color: '#123456',
      archivedAt: null,
      isTemplate: false,
      viewerRole: 'OWNER' as const,
    };
    putBoard(page([task('a', 1, 'TODO', 'a'), task('b', 1, 'TODO', 'b', { projectId: 'q', project: other })]));
    applyChangeSet(cache, set(2, { kind: 'PROJECT_LEFT', project: null }));
    expect(projectIds()).toEqual(['q']);
    expect(board().todo).toEqual(['b', 1]);
    expect(cache.readQuery({ query: ProjectDocument, variables: { id: 'p' } })).toEqual({ project: null });
    expect(cache.extract()['Task:a']).toBeUndefined();
  });

  it('shows a project that was left and joined again', () => {
    putProjects(project('p', 1));
    applyChangeSet(cache, set(2, { kind: 'PROJECT_LEFT', project: null }));
    applyChangeSet(cache, set(3, { kind: 'PROJECT_JOINED', project: project('p', 3) }));
    expect(projectIds()).toEqual(['p']);
    expect(cache.readQuery({ query: ProjectDocument, variables: { id: 'p' } })?.project?.revision).toBe(3);
  });

  it('moves a project that is archived to the list of those, and its tasks out of the lists of several', () => {
    const variables = { archived: true };
    putProjects(project('p', 1), project('q', 1));
    const pageInfo = { __typename: 'PageInfo' as const, hasNextPage: false, endCursor: null };
    cache.writeQuery({
      query: ProjectsDocument,
      variables,
      data: { projects: { __typename: 'ProjectConnection', totalCount: 0, pageInfo, nodes: [] } },
    });
    const archivedIds = () =>
      cache.readQuery({ query: ProjectsDocument, variables })?.projects.nodes.map(({ id }) => id);
    putBoard(page([task('a', 1, 'TODO', 'a')]));
    const archived = project('p', 2, { version: 2, archivedAt: '2026-11-20T00:00:00.000Z', viewerCanEdit: false });
    expect(applyChangeSet(cache, set(2, { project: archived }))).toEqual({
      figures: true,
      counts: true,
      people: false,
      lists: true,
    });
    expect([projectIds(), archivedIds()]).toEqual([['q'], ['p']]);
    expect(board().todo).toEqual([undefined, undefined]);
    // once more it says nothing new
    expect(applyChangeSet(cache, set(2, { project: archived })).lists).toBe(false);
    applyChangeSet(cache, set(3, { project: project('p', 3, { version: 3 }) }));
    expect([projectIds(), archivedIds()]).toEqual([['p', 'q'], []]);
  });

  it('takes the tasks of a project that becomes a template out of the lists of several, and back', () => {
    putProjects(project('p', 1));
    putBoard(page([task('a', 1, 'TODO', 'a')]));
    const template = set(2, { project: project('p', 2, { version: 2, isTemplate: true }) });
    expect(applyChangeSet(cache, template)).toMatchObject({ figures: true, lists: true });
    expect([projectIds(), board().todo]).toEqual([['p'], [undefined, undefined]]);
    expect(applyChangeSet(cache, template).lists).toBe(false);
    expect(applyChangeSet(cache, set(3, { project: project('p', 3, { version: 3 }) })).lists).toBe(true);
  });

  it('adds and removes members, each once', () => {
    const members = gql`
      query Members {
        project(id: "p") {
          id
          members(first: 100) {
            totalCount
            nodes {
              id
              userId
            }
          }
        }
      }
    `;
    putProjects(project('p', 1));
    cache.writeQuery({
      query: members,
      data: {
        project: {
          __typename: 'Project',
          id: 'p',
          members: {
            __typename: 'ProjectMemberConnection',
            totalCount: 1,
            nodes: [{ __typename: 'ProjectMember', id: 'p:u1', userId: 'u1' }],
          },
        },
      },
    });
    const userIds = (): string[] =>
      cache
        .readQuery<{ project: { members: { nodes: { userId: string }[] } } }>({ query: members })
        ?.project.members.nodes.map(({ userId }) => userId) ?? [];
    const user = { __typename: 'User' as const, id: 'u2', firstName: 'Wen', lastName: 'Zhao', name: 'Wen Zhao' };
    const joined = change({
      entity: 'MEMBER',
      entityId: 'u2',
      action: 'CREATED',
      member: {
        __typename: 'ProjectMember',
        id: 'p:u2',
        projectId: 'p',
        userId: 'u2',
        role: 'MEMBER',
        joinedAt: '2026-11-01T00:00:00.000Z',
        user: { ...user, username: 'wen', avatar: null },
      },
    });
    const two = { project: project('p', 2, { memberCount: 2 }), changes: [joined] };
    applyChangeSet(cache, set(2, two));
    applyChangeSet(cache, set(2, two));
    expect(userIds()).toEqual(['u1', 'u2']);
    expect(cache.readQuery({ query: ProjectDocument, variables: { id: 'p' } })?.project?.memberCount).toBe(2);
    const left = change({ entity: 'MEMBER', entityId: 'u2', action: 'DELETED' });
    applyChangeSet(cache, set(3, { changes: [left] }));
    expect(userIds()).toEqual(['u1']);
    expect(cache.readQuery({ query: ProjectDocument, variables: { id: 'p' } })?.project?.memberCount).toBe(1);
  });
});
