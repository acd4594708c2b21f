import { useQuery } from '@apollo/client/react';
import { LIMITS } from '@contract/limits';
import { TimelineLinksDocument } from './TimelineLinks.generated';
import type { TimelineRow } from './useTimelineTasks';

/** From which task to which one a line leads. */
export interface Link {
  from: string;
  to: string;
}

/** What blocks the rows in view: of those that an open task blocks. */
export const useLinks = (rows: readonly TimelineRow[]): readonly Link[] => {
  const blocked = rows.filter(({ task }) => task.openBlockers > 0);
  const ids = blocked.map(({ task }) => task.id).slice(0, LIMITS.pageMax);
  const { data, previousData } = useQuery(TimelineLinksDocument, { variables: { ids }, skip: ids.length === 0 });
  return ((data ?? previousData)?.nodes ?? []).flatMap((node) =>
    node?.__typename === 'Task' && ids.includes(node.id)
      ? node.blockedBy.map(({ id }) => ({ from: id, to: node.id }))
      : [],
  );
};
