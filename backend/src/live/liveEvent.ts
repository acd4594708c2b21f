import type { MikroORM } from '@mikro-orm/postgresql';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { ChangeKind } from '../../contract/enums.js';
import type { Context } from '../kernel/context.js';
import { SharedLoaders } from '../kernel/loaders.js';
import { projectLoader, type ProjectRow } from '../projects/project.reads.js';
import type { ChangeLine } from './changeSets.js';

/** What every subscriber of one event shares: one entity manager, one set of loaders; SQL is per event, not per socket. */
export interface EventScope {
  em: Context['em'];
  loaders: Map<symbol, unknown>;
}

export const newScope = (orm: MikroORM): EventScope => ({ em: orm.em.fork(), loaders: new Map() });

/** The scope of an event of `changes`, which also tells of which database it is. */
export interface FeedScope extends EventScope {
  epoch: string;
}

/** One event of `changes`, as one subscriber gets it. */
export interface LiveEvent {
  kind: ChangeKind;
  projectId: string;
  revision: number;
  mutationId: string | null;
  actorId: string | null;
  at: Date;
  changes: readonly ChangeLine[];
  /** The project as this subscriber sees it; null when they left it or it is gone. */
  project: ProjectRow | null;
  /**
   * Objects are shown as they are now, which may be later than the event: reads the log as far as what is shown, so that
   * `mayShow` knows of everybody who has left by then.
   */
  readTo: (revision: number) => Promise<void> | undefined;
  /** May this person still see what the event shows? */
  mayShow: (userId: string) => boolean;
  /** What this event came to for others who see the same of it; null where the viewer makes a difference. */
  shared: Map<DocumentNode, Promise<ExecutionResult | null>> | null;
  scope: FeedScope;
}

/** An event without changes: something about the project as a whole. */
export const plainEvent = (
  kind: LiveEvent['kind'],
  projectId: string,
  revision: number,
  scope: FeedScope,
): LiveEvent => ({
  kind,
  projectId,
  revision,
  mutationId: null,
  actorId: null,
  at: new Date(),
  changes: [],
  project: null,
  readTo: () => undefined,
  mayShow: () => true,
  shared: null,
  scope,
});

/** The context in which one subscriber's copy of an event is resolved: the socket's, with what the event brings. */
export function contextOfEvent(
  ctx: Context,
  { scope, project }: { scope: EventScope; project: ProjectRow | null },
): Context {
  const own: Context = { ...ctx, em: scope.em, loaders: new SharedLoaders(scope.loaders) };
  if (project) projectLoader(own).prime(project.id, project);
  return own;
}
