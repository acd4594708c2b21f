import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './eyes/call.js';
import type { Logger } from './logger.js';
import type { Position } from './position.js';

/** The person whom a request's reads are for, and what the gate of reads (`db/readGate.ts`) must know of the request. */
export interface Reader {
  personId: string;
  /** A write of this request is done: what it reads now answers it, and is never refused. */
  hasWritten: boolean;
  /** Aborted when nobody waits for the answer any more. */
  gone: AbortSignal;
  /** Told when the gate refuses, with the seconds to wait. */
  onRefused: (retryAfter: number) => void;
  /** The position that the caller names; undefined: none, or nothing that is one. */
  held?: Position | undefined;
  /** The request writes nothing, and reads nothing that only the primary may tell (sign-ins, the account). */
  onlyReads?: boolean;
  /** What a replica must have replayed to answer the request (`kernel/replica.ts`); of undefined the primary answers it. */
  fromReplica?: Promise<Position | undefined>;
}

/** What belongs to the request being served, for code that libraries call without a context (errors, connections). */
export interface RequestScope {
  requestId: string;
  log: Logger;
  /** What is asked, as it is counted. */
  call?: Call | undefined;
  /** Once it is known who asks. What runs without one (commands, the hub, jobs) passes the gate. */
  reader?: Reader | undefined;
  /** That they are here was noted just now: what they read must know of it, so the primary answers. */
  hasNoted?: boolean;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** The request being served turns out to read only: a replica may answer it. */
export function onlyReads(): void {
  const reader = requestScope.getStore()?.reader;
  if (reader) reader.onlyReads = true;
}

/** Runs what is not one person's read: its statements pass the gate. */
export function passingGate<T>(work: () => T): T {
  const scope = requestScope.getStore();
  return scope?.reader ? requestScope.run({ ...scope, reader: undefined }, work) : work();
}

/** Runs a write; its statements pass the gate, and what the request reads after it is never refused. */
export async function writing<T>(work: () => Promise<T>): Promise<T> {
  const result = await passingGate(work);
  const reader = requestScope.getStore()?.reader;
  if (reader) reader.hasWritten = true;
  return result;
}
