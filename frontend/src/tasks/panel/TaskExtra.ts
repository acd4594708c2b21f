import { createContext, type ReactNode } from 'react';

/** What other rooms show below the fields of an open task. */
export const TaskExtraContext = createContext<(taskId: string) => ReactNode>(() => null);
