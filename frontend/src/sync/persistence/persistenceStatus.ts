import { createStore, useStore } from '../../lib/store';
import type { PersistError } from './persistedCache';

/** Why pages are not stored on this device; null while they are. */
const problem = createStore<PersistError | null>(null);

export const setPersistenceStatus = problem.set;

export const usePersistenceStatus = (): PersistError | null => useStore(problem);
