import type { ChangeSetName } from '../kernel/command.js';
import type { Draft } from './inbox.js';
import { excerptOf, namedIn, type Subject, wordingOf, wordingOfSeveral } from './wording.js';

/** One thing that concerns a person. */
export interface Occasion extends Subject {
  userId: string;
  actorId: string | null;
  taskId: string | null;
  projectId: string | null;
  /** What it tells of: a person hears of it once. */
  source: string;
}

/** The name of an act: of the change set that what is told comes from, by whose name every source of such begins. */
export const actOf = ({ projectId, revision }: ChangeSetName): string => `${projectId}:${revision}`;

/** The act that an occasion comes from; null where the clock has brought it. */
const actIn = (source: string): string | null => /^[0-9a-f-]{36}:\d+(?=:)/.exec(source)?.[0] ?? null;

/** One of the things that a notification tells of, as a mail lists it. */
export interface Item {
  title: string;
  note: string;
  taskId: string | null;
  projectId: string | null;
}

/** A notification to be delivered, and what a mail about it lists. */
export interface Notice extends Draft {
  items: Item[];
}

/** The ids of what an occasion names or quotes: its task, its project, the object of its source. */
const idsIn = ({ taskId, projectId, source }: Occasion): string[] =>
  [taskId, projectId, /[0-9a-f-]{36}$/.exec(source)?.[0]].filter((id) => id != null);

/** The ids of everything that these name or quote. */
const aboutOf = (occasions: readonly Occasion[]): string[] => [...new Set(occasions.flatMap(idsIn))];

/** How many a mail lists. */
export const LISTED = 10;

const itemOf = (occasion: Occasion): Item => ({
  title: occasion.task || occasion.project,
  note: 'text' in occasion.fields ? excerptOf(occasion) : occasion.project,
  taskId: occasion.taskId,
  projectId: occasion.projectId,
});

/** What one notification tells a person: things of one kind. */
export interface OccasionGroup {
  /** The first of them; more than a mail lists say nothing more. */
  occasions: readonly [Occasion, ...Occasion[]];
  /** How many they are. */
  count: number;
  /** The project that all of them are of. */
  projectId: string | null;
}

/** What is told by one notification: what concerns one person and is of one kind. */
export function groupOccasions(all: readonly Occasion[]): OccasionGroup[] {
  const groups = Map.groupBy(all, ({ userId, kind }) => `${userId}:${kind}`);
  return [...(groups.values() as Iterable<[Occasion, ...Occasion[]]>)].map((occasions) => {
    const [{ projectId }] = occasions;
    const common = occasions.every((it) => it.projectId === projectId) ? projectId : null;
    return { occasions, count: occasions.length, projectId: common };
  });
}

/** The notification that tells it. */
export function noticeOf({ occasions, count, projectId: common }: OccasionGroup): Notice {
  const [first] = occasions;
  const { userId, kind, actorId, taskId, projectId, source } = first;
  const items = occasions.slice(0, LISTED).map(itemOf);
  const act = actIn(source);
  if (count === 1) {
    const about = aboutOf([first]);
    return { userId, kind, ...wordingOf(first), actorId, taskId, projectId, count, source, act, about, items };
  }
  return {
    userId,
    kind,
    ...wordingOfSeveral(occasions, count),
    actorId,
    taskId: null,
    projectId: common,
    count,
    source: `${count}:${kind}:${source}`,
    act,
    about: aboutOf([...namedIn(occasions), ...occasions.slice(0, LISTED)]),
    items,
  };
}
