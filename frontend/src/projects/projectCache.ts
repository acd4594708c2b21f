import type { ApolloCache, Reference } from '@apollo/client';
import { ProjectDocument } from './Project.generated';

/** A list of projects, or of one's members, as the cache stores it. */
interface StoredList {
  nodes?: readonly Reference[];
  pageInfo?: { hasNextPage?: boolean };
  totalCount?: number;
}

type ReadField = (name: string, from: Reference) => unknown;

const changeLists = (cache: ApolloCache, change: (list: StoredList, readField: ReadField) => StoredList): void => {
  cache.modify<{ projects: StoredList }>({
    // The modifier is typed for a reference too, which a connection never is.
    fields: { projects: (list, { readField }) => ('__ref' in list ? list : change(list, readField)) },
  });
};

const resize = (list: StoredList, nodes: readonly Reference[]): StoredList => ({
  ...list,
  nodes,
  ...(list.totalCount !== undefined && { totalCount: list.totalCount + nodes.length - (list.nodes?.length ?? 0) }),
});

/** Puts a project into the list, which is ordered by creation; one that belongs to a page not loaded stays out of it. */
export const addProject = (cache: ApolloCache, { id: projectId }: { id: string }): void => {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  if (!id) return;
  changeLists(cache, (list, readField) => {
    const nodes = list.nodes ?? [];
    if (nodes.some((node) => node.__ref === id)) return list;
    const placeOf = (node: Reference): string => `${String(readField('createdAt', node))} ${node.__ref}`;
    const own = placeOf({ __ref: id });
    const next = nodes.findIndex((node) => placeOf(node) > own);
    if (next === -1 && list.pageInfo?.hasNextPage) return list;
    return resize(list, nodes.toSpliced(next === -1 ? nodes.length : next, 0, { __ref: id }));
  });
};

/** Takes a project that was deleted or left out of the cache: a page that shows it says that it is not there. */
export const forgetProject = (cache: ApolloCache, projectId: string): void => {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  changeLists(cache, (list) =>
    resize(
      list,
      (list.nodes ?? []).filter((node) => node.__ref !== id),
    ),
  );
  if (id) cache.evict({ id });
  cache.writeQuery({ query: ProjectDocument, variables: { id: projectId }, data: { project: null } });
};

/** Forgets a project that the viewer deleted or left, and with it every list of tasks. */
export const removeProject = (cache: ApolloCache, projectId: string): void => {
  forgetProject(cache, projectId);
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

/** Puts a member, who is in the cache already, at the end of their project's list, as far as that is loaded. */
export const addMember = (cache: ApolloCache, { id: memberId, projectId }: { id: string; projectId: string }): void => {
  const id = cache.identify({ __typename: 'ProjectMember', id: memberId });
  if (!id) return;
  changeMembers(cache, projectId, (list) => {
    const nodes = list.nodes ?? [];
    if (list.pageInfo?.hasNextPage || nodes.some((node) => node.__ref === id)) return list;
    return resize(list, [...nodes, { __ref: id }]);
  });
};

/** Takes a person out of a project's list of members. */
export const removeMember = (cache: ApolloCache, projectId: string, userId: string): void =>
  changeMembers(cache, projectId, (list, readField) =>
    resize(
      list,
      (list.nodes ?? []).filter((node) => readField('userId', node) !== userId),
    ),
  );
