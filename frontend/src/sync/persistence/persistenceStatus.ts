import { createStore, useStore } from '../../lib/store';
import type { PersistError } from './persistedCache';

/** Why what is read is not kept on this device; null while it is. */
const problem = createStore<PersistError | null>(null);

export const setPersistenceStatus = problem.set;

export const usePersistenceStatus = (): PersistError | null => useStore(problem);
