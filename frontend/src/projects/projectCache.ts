import type { ApolloCache, Reference } from '@apollo/client';

/** A list of projects as the cache stores it. */
interface StoredProjects {
  nodes?: readonly Reference[];
  totalCount?: number;
}

const changeLists = (cache: ApolloCache, change: (list: StoredProjects) => StoredProjects): void => {
  cache.modify<{ projects: StoredProjects }>({
    // The modifier is typed for a reference too, which a connection never is.
    fields: { projects: (list) => ('__ref' in list ? list : change(list)) },
  });
};

const resize = (list: StoredProjects, nodes: readonly Reference[]): StoredProjects => ({
  ...list,
  nodes,
  ...(list.totalCount !== undefined && { totalCount: list.totalCount + nodes.length - (list.nodes?.length ?? 0) }),
});

/** Puts a new project at the end of the list, which is ordered by creation. */
export const addProject = (cache: ApolloCache, { id: projectId }: { id: string }): void => {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  if (!id) return;
  changeLists(cache, (list) => {
    const nodes = list.nodes ?? [];
    return nodes.some((node) => node.__ref === id) ? list : resize(list, [...nodes, { __ref: id }]);
  });
};

/** Takes a project that was deleted or left out of the cache, and every list of tasks with it. */
export const removeProject = (cache: ApolloCache, projectId: string): void => {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  changeLists(cache, (list) =>
    resize(
      list,
      (list.nodes ?? []).filter((node) => node.__ref !== id),
    ),
  );
  if (id) cache.evict({ id });
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'tasks' });
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'dashboardStats' });
  cache.gc();
};
