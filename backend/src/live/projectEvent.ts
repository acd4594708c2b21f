import type { MikroORM } from '@mikro-orm/postgresql';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { ChangeKind } from '../../contract/enums.js';
import type { Context } from '../kernel/context.js';
import { SharedLoaders } from '../kernel/loaders.js';
import { projectLoader, type ProjectRow } from '../projects/project.reads.js';
import type { LoggedChange } from './changeSets.js';

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
export interface ProjectEvent {
  kind: ChangeKind;
  projectId: string;
  revision: number;
  mutationId: string | null;
  actorId: string | null;
  at: Date;
  undoOf: readonly number[] | null;
  changes: readonly LoggedChange[];
  /** How long the JSON of what changed is. */
  bytes: number;
  /** The project as this subscriber sees it; null when they left it or it is gone. */
  project: ProjectRow | null;
  /**
   * Objects are shown as they are now, which may be later than the event: reads the log as far as what is shown, so that
   * `mayShow` knows of everybody who has left by then.
   */
  readTo: (revision: number) => Promise<void> | undefined;
  /** May this person still see what the event shows? */
  mayShow: (userId: string) => boolean;
  /**
   * What documents without personal fields (`kernel/graphql/personal.ts`) have come to for all who see this event in the same
   * role; null of a document that has to be worked out for each. Null where nobody else sees the event.
   */
  shared: Map<DocumentNode, Promise<ExecutionResult | null>> | null;
  scope: FeedScope;
}

/** An event without changes: something about the project as a whole. */
export const plainEvent = (
  kind: ProjectEvent['kind'],
  projectId: string,
  revision: number,
  scope: FeedScope,
): ProjectEvent => ({
  kind,
  projectId,
  revision,
  mutationId: null,
  actorId: null,
  at: new Date(),
  undoOf: null,
  changes: [],
  bytes: 0,
  project: null,
  readTo: () => undefined,
  mayShow: () => true,
  shared: null,
  scope,
});

function knowingProject(ctx: Context, project: ProjectRow | null): Context {
  if (project) projectLoader(ctx).prime(project.id, project);
  return ctx;
}

/** The context in which one subscriber's copy of an event is resolved: the socket's, with what the event brings. */
export const contextOfEvent = (
  ctx: Context,
  { scope, project }: Pick<ProjectEvent, 'project'> & { scope: EventScope },
) => knowingProject({ ...ctx, em: scope.em, loaders: new SharedLoaders(scope.loaders) }, project);

/** The same for all who see the event in one role: it does not know who looks, so nothing in it can be one's own. */
export const sharedContextOf = (ctx: Context, { scope, project }: ProjectEvent): Context =>
  knowingProject(
    {
      ...ctx,
      em: scope.em,
      loaders: new SharedLoaders(scope.loaders),
      get viewer(): never {
        throw new Error('a field that is not marked as personal has asked who looks');
      },
    },
    project,
  );
