import { createStore, useStore } from '../../lib/store';
import type { NotKept } from './kept';

/** Why what is read is not kept on this device; null while it is. */
const problem = createStore<NotKept | null>(null);

export const noteKeeping = problem.set;

export const useKeeping = (): NotKept | null => useStore(problem);
