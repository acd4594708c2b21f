import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { ProjectTagsDocument } from '../../projects/tags/Tags.generated';
import { useEditableProjects } from '../../projects/useProjects';
import { knownTags } from '../model/knownTags';
import { membersOf, type Member } from '../pickers/members';
import { loadDueReader } from '../../../lib/dates/dueReader';
import { fetchEveryone } from './fetchEveryone';
import type { QuickPerson } from './matchNames';
import { readLine, type QuickAddContext, type QuickLine } from './quickAdd';

/** The context of the form: the project of the task, and the choices for words. */
export type LineContext = Pick<QuickAddContext, 'projectId' | 'readings'>;

interface LoadedData {
  members: ReadonlyMap<string, readonly Member[]>;
  everyone: readonly QuickPerson[] | null;
  tags: ReadonlyMap<string, readonly string[]>;
  readDue: QuickAddContext['readDue'];
  /** The projects whose members could not be read. */
  failed: ReadonlySet<string>;
}

type Missing = QuickLine['missing'];

const NONE: readonly never[] = [];
const DUE = '^';
const EVERYONE = '@';

/** Returns the data that tokens are matched with, loading it on demand: projects, members, tags, the date parser. */
export const useQuickAddData = ({ isProjectFixed = false } = {}) => {
  const client = useApolloClient();
  const { projects, error } = useEditableProjects();
  const [loaded, setLoaded] = useState<LoadedData>({
    members: new Map(),
    everyone: null,
    tags: new Map(),
    readDue: undefined,
    failed: new Set(),
  });
  const latest = useRef(loaded);
  const underWay = useRef(new Map<string, Promise<boolean>>());

  const merge = (more: Partial<LoadedData>): void => {
    latest.current = { ...latest.current, ...more };
    setLoaded(latest.current);
  };
  const loadMembers = async (id: string): Promise<void> => {
    const members = [...(await membersOf(client, id)).values()];
    const tags = latest.current.tags.get(id) ?? knownTags(client.cache, new Set([id]));
    merge({
      members: new Map(latest.current.members).set(id, members),
      tags: new Map(latest.current.tags).set(id, tags),
      failed: new Set([...latest.current.failed].filter((each) => each !== id)),
    });
  };
  const loadTags = async (id: string): Promise<void> => {
    // The feed does not report which tags are in use.
    const read = { query: ProjectTagsDocument, variables: { projectId: id }, fetchPolicy: 'network-only' } as const;
    const { data } = await client.query(read);
    const tags = data?.project?.tags.map(({ name }) => name) ?? NONE;
    merge({ tags: new Map(latest.current.tags).set(id, tags) });
  };
  const loadPeople = async (): Promise<void> => {
    const everyone = await fetchEveryone(client);
    merge({ everyone });
  };
  const loadDueParser = async (): Promise<void> => {
    const readDue = await loadDueReader();
    merge({ readDue });
  };
  /** Fetches something once; returns whether it is loaded now. A failed fetch is repeated on the next call. */
  const fetchOnce = (key: string, fetch: () => Promise<void>, onFailed?: () => void): Promise<boolean> => {
    const begun =
      underWay.current.get(key) ??
      fetch().then(
        () => true,
        () => {
          underWay.current.delete(key);
          onFailed?.();
          return false;
        },
      );
    underWay.current.set(key, begun);
    return begun;
  };
  const want = ({ membersOf: id, everyone, due }: Missing): Promise<readonly boolean[]> =>
    Promise.all([
      ...(id
        ? [
            fetchOnce(
              id,
              () => loadMembers(id),
              () => merge({ failed: new Set(latest.current.failed).add(id) }),
            ),
          ]
        : []),
      ...(everyone ? [fetchOnce(EVERYONE, loadPeople)] : []),
      ...(due ? [fetchOnce(DUE, loadDueParser)] : []),
    ]);

  const buildContext = (
    { members, everyone, tags, readDue }: LoadedData,
    lineContext: LineContext,
  ): QuickAddContext => ({
    projects: projects ?? NONE,
    membersOf: (id) => members.get(id) ?? null,
    everyone: isProjectFixed ? undefined : everyone,
    tagsOf: (id) => tags.get(id) ?? NONE,
    readDue,
    ...lineContext,
  });

  return {
    projects,
    projectsError: error,
    /** The data at the last render. */
    known: (lineContext: LineContext): QuickAddContext => buildContext(loaded, lineContext),
    /** The current data, even before it is rendered. */
    now: (lineContext: LineContext): QuickAddContext => buildContext(latest.current, lineContext),
    members: (id: string): readonly Member[] | null => loaded.members.get(id) ?? null,
    isFailed: (id: string): boolean => loaded.failed.has(id),
    /** Fetches the data that these projects, names and dates need, unless it is loaded. */
    want: (projectIds: readonly string[], { everyone, due, tags }: Wanted): void => {
      for (const id of projectIds) {
        void want({ membersOf: id });
        // While tags load, and after a failure, only the tags of the loaded tasks are offered.
        if (tags) void fetchOnce(`tags ${id}`, () => loadTags(id));
      }
      if (everyone) void want({ everyone: true });
      if (due) void want({ due: true });
    },
    /**
     * Waits for the data that these lines need. If loading fails, the words are not recognized and stay in the title.
     */
    ready: async (lines: readonly string[], lineContext: LineContext): Promise<void> => {
      let isAllHere = true;
      // Loaded data can change what the words mean, and so require further data.
      for (let round = 0; round < 4 && isAllHere; round += 1) {
        const missing = lines.map((line) => readLine(line, buildContext(latest.current, lineContext)).missing);
        if (missing.every((each) => !each.membersOf && !each.everyone && !each.due)) return;
        isAllHere = (await Promise.all(missing.map(want))).flat().every(Boolean);
      }
    },
  };
};

/** What lines of new tasks need besides the members of their projects. */
interface Wanted {
  everyone: boolean;
  due: boolean;
  tags: boolean;
}

interface MissingDataOptions {
  quickAdd: Pick<ReturnType<typeof useQuickAddData>, 'want'>;
  texts: readonly string[];
  known: QuickAddContext;
  /** The projects whose members can be chosen. */
  projectIds: readonly string[];
  wanted: boolean;
}

/** Fetches the data that these lines need as soon as they change. */
export const useMissingData = ({ quickAdd, texts, known, projectIds, wanted }: MissingDataOptions): void => {
  const missing = texts.map((text) => readLine(text, known).missing);
  const ids = new Set([...projectIds, ...missing.map(({ membersOf: id }) => id ?? '')].filter(Boolean));
  const projects = [...ids].join(' ');
  // A '@' alone suggests people, too.
  const isAsking = known.projectId === '' && texts.some((text) => /(?<!\S)@(?!\S)/u.test(text));
  const everyone = isAsking || missing.some((each) => each.everyone);
  const due = missing.some((each) => each.due);
  const tags = texts.some((text) => /(?<!\S)\+/u.test(text));
  const want = useEffectEvent(quickAdd.want);
  useEffect(() => {
    if (wanted) want(projects.split(' ').filter(Boolean), { everyone, due, tags });
  }, [wanted, projects, everyone, due, tags]);
};
