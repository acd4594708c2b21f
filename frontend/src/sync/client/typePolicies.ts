import type { TaskStatus } from '@contract/enums';
import type { FieldPolicy, Reference, TypePolicies } from '@apollo/client';
import { columnLabel } from '../../lib/text';

/** A connection in the form of the cache: all loaded pages in one list. */
interface StoredConnection {
  nodes?: readonly Reference[];
  pageInfo?: { hasNextPage?: boolean; endCursor?: string | null; startCursor?: string | null };
  totalCount?: number;
  unreadCount?: number;
  /** Rows at the end that were added before the page that contains them was loaded. */
  beyond?: readonly string[];
}

const hasSameNodes = ({ nodes: known }: StoredConnection, { nodes = [] }: StoredConnection): boolean =>
  known?.length === nodes.length && known.at(-1)?.__ref === nodes.at(-1)?.__ref;

/** Whether the first rows, as many as were requested, are those with which a longer list begins. */
const isPrefixOf = (
  { nodes: known = [] }: StoredConnection,
  { nodes = [] }: StoredConnection,
  first: unknown,
): boolean =>
  nodes.length === first && known.length > first && nodes.every(({ __ref }, at) => known[at]?.__ref === __ref);

/**
 * Merges pages of a list; an answer without `after` is the beginning and replaces the list. A page that does not
 * continue the list at its current end was requested before the list was refetched, and would leave a gap, so it is
 * dropped. A row that a live change has already added is not added twice. One that was added behind the loaded pages
 * moves to its place in the new page, or behind it.
 */
const connection = (keyArgs: string[] | false): FieldPolicy<StoredConnection> => ({
  keyArgs,
  merge: (existing, incoming, { args }) => {
    // The query requested only the count.
    if (existing && !incoming.nodes) return { ...existing, ...incoming };
    if (!existing) return incoming;
    // The rows are already in the cache. Fields that the query did not request, such as the count, stay.
    if (hasSameNodes(existing, incoming) && !args?.after) {
      return { ...existing, ...incoming, ...(incoming.pageInfo && existing.beyond && { beyond: [] }) };
    }
    // The query requested only the first rows, and they are unchanged, so the other loaded rows stay.
    if (!incoming.pageInfo && isPrefixOf(existing, incoming, args?.first)) {
      return { ...existing, ...incoming, nodes: existing.nodes };
    }
    if (!args?.after) return incoming;
    if (existing.pageInfo?.endCursor !== undefined && existing.pageInfo.endCursor !== args.after) return existing;
    const { nodes = [], beyond = [] } = existing;
    const page = incoming.nodes ?? [];
    const before = nodes.filter((node) => !beyond.includes(node.__ref));
    // The last loaded row may have moved behind the loaded pages, too.
    if (page.some((node) => node.__ref === before.at(-1)?.__ref)) before.pop();
    const known = new Set(before.map((node) => node.__ref));
    const added = page.filter((node) => !known.has(node.__ref));
    for (const node of added) known.add(node.__ref);
    const rest = nodes.filter((node) => !known.has(node.__ref));
    return {
      ...existing,
      ...incoming,
      nodes: [...before, ...added, ...rest],
      ...(existing.beyond && { beyond: incoming.pageInfo?.hasNextPage ? rest.map((node) => node.__ref) : [] }),
    };
  },
});

/**
 * A list whose rows never change, newest first: its refetched beginning is inserted before the loaded rows, so that
 * readers keep their place. If the two do not overlap, the new beginning replaces the list.
 */
const log = (keyArgs: string[] | false): FieldPolicy<StoredConnection> => ({
  keyArgs,
  merge: (existing, incoming, options) => {
    const known = new Set(existing?.nodes?.map((node) => node.__ref));
    const isBeginning = !options.args?.after && incoming.nodes !== undefined;
    if (existing && isBeginning && incoming.nodes?.some((node) => known.has(node.__ref))) {
      const added = incoming.nodes.filter((node) => !known.has(node.__ref));
      return { ...incoming, pageInfo: existing.pageInfo, nodes: [...added, ...(existing.nodes ?? [])] };
    }
    const { merge } = connection(false);
    return typeof merge === 'function' ? merge(existing, incoming, options) : incoming;
  },
});

/**
 * A list that is read from its end: an answer without `before` is the end, and earlier pages are inserted before it.
 */
const pagedFromEnd: FieldPolicy<StoredConnection> = {
  keyArgs: false,
  merge: (existing, incoming, { args }) => {
    if (!existing || !args?.before) return incoming;
    // As in other lists, a page that was requested before the list was refetched would leave a gap.
    if (existing.pageInfo?.startCursor !== args.before) return existing;
    const known = new Set(existing.nodes?.map((node) => node.__ref));
    const added = (incoming.nodes ?? []).filter((node) => !known.has(node.__ref));
    return { ...existing, ...incoming, nodes: [...added, ...(existing.nodes ?? [])] };
  },
};

/** Reads an object of a loaded list from the cache, if the list contains all requested fields. */
const byId = (typename: string): FieldPolicy<Reference | null> => ({
  read: (existing, { args, toReference }) =>
    existing === undefined ? toReference({ __typename: typename, id: args?.id }) : existing,
});

/** A notification's subject may be deleted here while the notification stays. */
const nullIfDeleted: FieldPolicy<Reference | null> = {
  read: (existing, { canRead }) => (existing && !canRead(existing) ? null : existing),
};

/** Another object, which may be unknown to an earlier build, or deleted meanwhile. */
const nullIfUnknown: FieldPolicy<Reference | null> = {
  read: (existing = null, { canRead }) => (existing && canRead(existing) ? existing : null),
};

/** Provides a default, because objects stored by an earlier build lack a newer field. */
const withDefault = <Value extends string | number | null>(value: Value): FieldPolicy<Value> => ({
  read: (existing) => existing ?? value,
});

/** Stored by its alias, so that a part's version can be stored next to the object's. */
const byAlias: FieldPolicy<number> = { keyArgs: (_args, { field }) => field?.alias?.value };

/** How the cache stores lists and single objects. */
export const typePolicies: TypePolicies = {
  Query: {
    fields: {
      task: byId('Task'),
      project: byId('Project'),
      tasks: connection(['filter', 'orderBy']),
      projects: connection(['archived']),
      trash: connection(false),
      notifications: connection(['unreadOnly', 'grouped', 'groupOf']),
      people: connection(false),
      accounts: connection(['search', 'state']),
      accountInvitations: connection(false),
      projectSizes: connection(false),
      securityEvents: connection(['userId', 'kind']),
      activity: log(['actorId', 'projectId', 'from', 'to']),
    },
  },
  Notification: { fields: { task: nullIfDeleted, project: nullIfDeleted } },
  Project: {
    fields: {
      key: withDefault<string | null>(null),
      columns: { merge: false },
      members: connection(false),
      activity: log(false),
      invitations: connection(false),
      suggestedMembers: connection(false),
    },
  },
  // Checklists and relations are always read completely.
  Task: {
    fields: {
      key: withDefault<string | null>(null),
      startDate: withDefault<string | null>(null),
      parentId: withDefault<string | null>(null),
      repeat: { merge: false, read: (existing: unknown = null) => existing },
      seriesId: withDefault<string | null>(null),
      occurrence: withDefault<number | null>(null),
      parent: nullIfUnknown,
      coverId: withDefault<string | null>(null),
      cover: nullIfUnknown,
      subtasksTotal: withDefault(0),
      subtasksDone: withDefault(0),
      openBlockers: withDefault(0),
      attachmentCount: withDefault(0),
      version: byAlias,
      comments: pagedFromEnd,
      history: log(false),
      checklist: { merge: false },
      relations: { merge: false },
      attachments: { merge: false },
    },
  },
  // Positions are of one moment, so a later answer replaces them completely.
  User: { fields: { positions: { merge: false } } },
  Column: {
    fields: {
      name: {
        read: (existing: string | undefined, { readField }) => {
          const status = readField<TaskStatus>('status');
          return existing === undefined || status === undefined ? existing : columnLabel(existing, status);
        },
      },
    },
  },
  Webhook: { fields: { deliveries: connection(['state']) } },
  // There is one statistics object for each person.
  DashboardStats: { keyFields: [], fields: { byProject: { merge: false } } },
  SinceLastVisit: { keyFields: [], fields: { latest: { merge: false } } },
  TeamPerson: { keyFields: ['userId'] },
};
