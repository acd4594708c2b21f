import type { ApolloCache, Reference } from '@apollo/client';
import { ProjectDocument } from './Project.generated';
import { ProjectMemberFieldsFragmentDoc, type ProjectMemberFieldsFragment } from './ProjectMembers.generated';
import { ProjectSummaryFragmentDoc, type ProjectSummaryFragment } from './ProjectSummary.generated';

/** Returns a project with its queued changes. */
export const readProject = (cache: ApolloCache, id: string): ProjectSummaryFragment | null =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Project', id }),
    fragment: ProjectSummaryFragmentDoc,
    optimistic: true,
  });

/** A list of projects or members, in the form of the cache. */
interface StoredList {
  nodes?: readonly Reference[];
  pageInfo?: { hasNextPage?: boolean };
  totalCount?: number;
}

type ReadField = (name: string, from: Reference) => unknown;

type Change = (list: StoredList, readField: ReadField, isArchive: boolean) => StoredList;

const changeLists = (cache: ApolloCache, change: Change): void => {
  cache.modify<{ projects: StoredList }>({
    fields: {
      projects: (list, { readField, storeFieldName }) =>
        // The modifier's type includes references, but a connection is never one.
        '__ref' in list ? list : change(list, readField, storeFieldName.includes('"archived":true')),
    },
  });
};

const resize = (list: StoredList, nodes: readonly Reference[]): StoredList => ({
  ...list,
  nodes,
  ...(list.totalCount !== undefined && { totalCount: list.totalCount + nodes.length - (list.nodes?.length ?? 0) }),
});

const without = (list: StoredList, isRemoved: (node: Reference) => boolean): StoredList =>
  resize(list, list.nodes?.filter((node) => !isRemoved(node)) ?? []);

/**
 * Adds a project to the list of archived or active ones, and removes it from the other one. Both are ordered by
 * creation. A project on a page that is not loaded is not added.
 */
export const addProject = (cache: ApolloCache, { id: projectId }: { id: string }): void => {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  if (!id) return;
  changeLists(cache, (list, readField, isArchive) => {
    const nodes = list.nodes ?? [];
    const belongs = Boolean(readField('archivedAt', { __ref: id })) === isArchive;
    const isThere = nodes.some((node) => node.__ref === id);
    if (isThere && !belongs) return without(list, ({ __ref }) => __ref === id);
    if (isThere || !belongs) return list;
    const placeOf = (node: Reference): string => `${String(readField('createdAt', node))} ${node.__ref}`;
    const own = placeOf({ __ref: id });
    const next = nodes.findIndex((node) => placeOf(node) > own);
    if (next === -1 && list.pageInfo?.hasNextPage) return list;
    return resize(list, nodes.toSpliced(next === -1 ? nodes.length : next, 0, { __ref: id }));
  });
};

/**
 * Moves a project between the lists of active and archived ones, and drops lists with tasks of several projects, which
 * exclude archived ones and templates.
 */
export const updateArchived = (cache: ApolloCache, project: { id: string }): void => {
  addProject(cache, project);
  cache.modify({
    fields: {
      tasks: (list: unknown, { storeFieldName, DELETE }) => (storeFieldName.includes('"projectId":"') ? list : DELETE),
      dashboardStats: (_stats, { DELETE }) => DELETE,
    },
  });
};

/** Removes a deleted or left project from the cache. An open page of the project then says that it no longer exists. */
export const evictProject = (cache: ApolloCache, projectId: string): void => {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  changeLists(cache, (list) => without(list, ({ __ref }) => __ref === id));
  if (id) cache.evict({ id });
  cache.writeQuery({ query: ProjectDocument, variables: { id: projectId }, data: { project: null } });
};

/** Removes a project that the viewer deleted or left, together with all lists of tasks. */
export const removeProject = (cache: ApolloCache, projectId: string): void => {
  evictProject(cache, projectId);
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'tasks' });
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'dashboardStats' });
  cache.gc();
};

const changeMembers = (
  cache: ApolloCache,
  projectId: string,
  change: (list: StoredList, readField: ReadField) => StoredList,
): void => {
  cache.modify<{ members: StoredList }>({
    id: cache.identify({ __typename: 'Project', id: projectId }),
    fields: { members: (list, { readField }) => ('__ref' in list ? list : change(list, readField)) },
  });
};

/** Appends a member who is in the cache to the project's list, if the end of the list is loaded. */
export const addMember = (cache: ApolloCache, { id: memberId, projectId }: { id: string; projectId: string }): void => {
  const id = cache.identify({ __typename: 'ProjectMember', id: memberId });
  if (!id) return;
  changeMembers(cache, projectId, (list) => {
    const nodes = list.nodes ?? [];
    if (list.pageInfo?.hasNextPage || nodes.some((node) => node.__ref === id)) return list;
    return resize(list, [...nodes, { __ref: id }]);
  });
};

export const removeMember = (cache: ApolloCache, projectId: string, userId: string): void =>
  changeMembers(cache, projectId, (list, readField) => without(list, (node) => readField('userId', node) === userId));

/** Whether this project is known to be one of the viewer's. */
export const isKnownProject = (cache: ApolloCache, projectId: string): boolean =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Project', id: projectId }),
    fragment: ProjectSummaryFragmentDoc,
  }) !== null;

interface MemberChange {
  entityId: string;
  member: ProjectMemberFieldsFragment | null;
}

export const applyMemberChange = (cache: ApolloCache, { entityId, member }: MemberChange, projectId: string): void => {
  if (!member) {
    removeMember(cache, projectId, entityId);
    return;
  }
  cache.writeFragment({ fragment: ProjectMemberFieldsFragmentDoc, data: member });
  addMember(cache, member);
};
