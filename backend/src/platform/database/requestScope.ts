import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestLabel } from '../telemetry/requestLabel.js';
import type { Logger } from '../telemetry/logger.js';
import type { Position } from './position.js';

/** The person whose reads a request makes, with the facts that the read gate and the replica need. */
export interface Reader {
  personId: string;
  /** The request has written: its later reads build the answer and are never refused. */
  hasWritten: boolean;
  /** Aborted when the client has disconnected. */
  abandoned: AbortSignal;
  /** Called when the gate refuses, with the seconds to wait. */
  onRefused: (retryAfter: number) => void;
  /** The position that the caller sent; undefined if missing or malformed. */
  callerPosition?: Position | undefined;
  /** The request only reads, and nothing that exists only on the primary (sign-ins, the account). */
  onlyReads?: boolean;
  /** The position a replica must have replayed to answer the request; the primary answers if it resolves to undefined. */
  fromReplica?: Promise<Position | undefined>;
}

/** The request being served, for code that libraries call without a context (errors, connections). */
export interface RequestScope {
  requestId: string;
  log: Logger;
  /** The request's metric labels. */
  call?: RequestLabel | undefined;
  /** Set once the caller is known. Code without a reader (commands, the hub, jobs) bypasses the read gate. */
  reader?: Reader | undefined;
  /** This request recorded the person's visit, so the primary must answer its reads. */
  hasRecordedVisit?: boolean;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Marks the current request as read-only, so that a replica can answer it. */
export function markReadOnly(): void {
  const reader = requestScope.getStore()?.reader;
  if (reader) reader.onlyReads = true;
}

/** Runs work that is not one person's read: its statements bypass the read gate. */
export function bypassReadGate<T>(work: () => T): T {
  const scope = requestScope.getStore();
  return scope?.reader ? requestScope.run({ ...scope, reader: undefined }, work) : work();
}

/** Runs a write; its statements and the request's later reads are never refused by the read gate. */
export async function runWrite<T>(work: () => Promise<T>): Promise<T> {
  const result = await bypassReadGate(work);
  const reader = requestScope.getStore()?.reader;
  if (reader) reader.hasWritten = true;
  return result;
}
