import { useQuery } from '@apollo/client/react';
import { TimelineLinksDocument } from './TimelineLinks.generated';
import type { TimelineRow } from './useTimelineTasks';

/** The two tasks that a line connects. */
export interface Link {
  from: string;
  to: string;
}

/** The maximum number of tasks whose blockers are read: each costs 31, and a request may cost 2,000. */
const MAX_IDS = 60;

/** Returns the tasks that block the visible rows, for those blocked by an open task. */
export const useLinks = (rows: readonly TimelineRow[]): readonly Link[] => {
  const blocked = rows.filter(({ task }) => task.openBlockers > 0);
  const ids = blocked.map(({ task }) => task.id).slice(0, MAX_IDS);
  const { data, previousData } = useQuery(TimelineLinksDocument, { variables: { ids }, skip: ids.length === 0 });
  return ((data ?? previousData)?.nodes ?? []).flatMap((node) =>
    node?.__typename === 'Task' && ids.includes(node.id)
      ? node.relations.flatMap(({ kind, taskId, otherId }) =>
          kind === 'BLOCKS' && otherId === node.id ? [{ from: taskId, to: otherId }] : [],
        )
      : [],
  );
};
