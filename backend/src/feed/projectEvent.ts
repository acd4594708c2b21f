import type { MikroORM } from '@mikro-orm/postgresql';
import type { DocumentNode, ExecutionResult } from 'graphql';
import type { ChangeKind } from '../../contract/enums.js';
import type { Context } from '../request/context.js';
import { SharedLoaders } from '../request/loaders.js';
import { projectLoader, type ProjectRow } from '../projects/project.reads.js';
import type { LoggedChange } from './changeSets.js';

/** One entity manager and one set of loaders for all subscribers of an event: SQL runs per event, not per socket. */
export interface EventScope {
  em: Context['em'];
  loaders: Map<symbol, unknown>;
}

export const createScope = (orm: MikroORM): EventScope => ({ em: orm.em.fork(), loaders: new Map() });

export interface FeedScope extends EventScope {
  epoch: string;
}

/** An event of `changes` for one subscriber. */
export interface ProjectEvent {
  kind: ChangeKind;
  projectId: string;
  revision: number;
  mutationId: string | null;
  actorId: string | null;
  at: Date;
  undoOf: readonly number[] | null;
  changes: readonly LoggedChange[];
  /** Length of the changes as JSON. */
  bytes: number;
  /** The project for this subscriber; null if they left it or it was deleted. */
  project: ProjectRow | null;
  /**
   * Reads the log up to this revision. Objects are shown in their current state, which can be newer than the event; `mayShow`
   * must know the members of that revision.
   */
  readTo: (revision: number) => Promise<void> | undefined;
  /** True if this person may still see the event. */
  mayShow: (userId: string) => boolean;
  /**
   * Results of documents without personal fields (`platform/graphql/personal.ts`), shared by all subscribers with the
   * same role. A result is null if the document must run for each subscriber. The map is null if the event has only one
   * subscriber.
   */
  shared: Map<DocumentNode, Promise<ExecutionResult | null>> | null;
  /** Part of a replay: it has low priority, so that a long replay does not delay other requests. */
  isPast: boolean;
  scope: FeedScope;
}

export const eventWithoutChanges = (
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
  isPast: false,
  scope,
});

function primeProject(ctx: Context, project: ProjectRow | null): Context {
  if (project) projectLoader(ctx).prime(project.id, project);
  return ctx;
}

/** Returns the context for one subscriber's copy of an event. */
export const eventContext = (ctx: Context, { scope, project }: Pick<ProjectEvent, 'project'> & { scope: EventScope }) =>
  primeProject({ ...ctx, em: scope.em, loaders: new SharedLoaders(scope.loaders) }, project);

/** Returns the context for all subscribers with one role. It has no viewer, so no result can be personal. */
export const sharedEventContext = (ctx: Context, { scope, project }: ProjectEvent): Context =>
  primeProject(
    {
      ...ctx,
      em: scope.em,
      loaders: new SharedLoaders(scope.loaders),
      get viewer(): never {
        throw new Error('a field that is not marked as personal has read the viewer');
      },
    },
    project,
  );
