import type { EntitySchema } from '@mikro-orm/postgresql';
import type { JobHelpers } from 'graphile-worker';
import type { NonEmptyArray } from 'type-graphql';
import type { Context, Resources } from '../request/context.js';
import type { Precondition } from '../request/precondition.js';
import type { Row } from '../request/restRow.js';
import type { Reactions } from './command.js';

/** A background job. It may run twice, so it must be safe to repeat. */
export type Job = (resources: Resources, payload: unknown, helpers: JobHelpers) => Promise<void>;

/** How a REST row reads the object that it changes. */
export interface Versioned {
  /** The path parameter with its id. */
  param: string;
  /** Presents the current object as REST answers it. */
  present: (ctx: Context, id: string) => Promise<unknown>;
}

/** The parts of the app that a module provides. `modules.ts` lists all modules. */
export interface Module {
  entities?: readonly EntitySchema[];
  /** GraphQL resolvers, including field resolvers. */
  resolvers?: readonly NonEmptyArray<Function>[number][];
  /** Rows of the REST interface. */
  routes?: readonly Row[];
  /** Examples in the OpenAPI document, by `Schema.field`, where the name and type of a field are not enough. */
  examples?: Readonly<Record<string, unknown>>;
  /** GraphQL types that REST answers with their plain fields. Others are in `api/rest/answers.ts`. */
  answers?: readonly string[];
  /** The module's objects whose version `If-Match` can name, by table. */
  versioned?: Readonly<Partial<Record<Precondition['table'], Versioned>>>;
  /** Background jobs by name. The name is stored with each queued job. */
  jobs?: Readonly<Record<string, Job>>;
  /** Crontab lines (UTC) of scheduled jobs. Each has a time in every hour: a server can be off at night. */
  crontab?: readonly string[];
  /** Names of jobs without payload that run once when a worker starts. */
  jobsAtStart?: readonly string[];
  /** The work that it does within the commands of earlier modules. */
  reactions?: Partial<Reactions>;
}
