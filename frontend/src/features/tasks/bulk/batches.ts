import { LIMITS } from '@contract/limits';
import { newId } from '../../../sync/client/mutationId';

/** A batch of tasks: the server changes all of them or none. */
export interface Batch {
  ids: readonly string[];
  mutationId: string;
}

/** Divides tasks into as many writes as the server requires. */
export const splitIntoBatches = (ids: readonly string[]): Batch[] =>
  Array.from({ length: Math.ceil(ids.length / LIMITS.bulkMax) }, (_, at) => ({
    ids: ids.slice(at * LIMITS.bulkMax, (at + 1) * LIMITS.bulkMax),
    mutationId: newId(),
  }));
