import type { EntitySchema } from '@mikro-orm/postgresql';
import type { JobHelpers } from 'graphile-worker';
import type { NonEmptyArray } from 'type-graphql';
import type { Resources } from '../request/context.js';
import type { Row } from '../request/restRow.js';
import type { Reactions } from './command.js';

/** A background job. It may run twice, so it must be safe to repeat. */
export type Job = (resources: Resources, payload: unknown, helpers: JobHelpers) => Promise<void>;

/** The parts of the app that a module provides. `modules.ts` lists all modules. */
export interface Module {
  entities?: readonly EntitySchema[];
  /** GraphQL resolvers, including field resolvers. */
  resolvers?: readonly NonEmptyArray<Function>[number][];
  /** Rows of the REST interface. */
  routes?: readonly Row[];
  /** Background jobs by name. The name is stored with each queued job. */
  jobs?: Readonly<Record<string, Job>>;
  /** Crontab lines (UTC) of scheduled jobs. */
  crontab?: readonly string[];
  /** Names of jobs without payload that run once when a worker starts. */
  jobsAtStart?: readonly string[];
  /** The work that it does within the commands of earlier modules. */
  reactions?: Partial<Reactions>;
}
