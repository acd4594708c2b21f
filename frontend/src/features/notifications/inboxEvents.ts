/** Actions on all notifications. */
export type InboxAction = 'READ_ALL' | 'CLEARED';

const counts: Record<InboxAction, number> = { READ_ALL: 0, CLEARED: 0 };

/** The server has sent it. */
export const onInboxAction = (action: InboxAction): void => {
  counts[action] += 1;
};

/**
 * Waits for the event of such an action. The event then has the same effect as the answer, and a late answer must not
 * revert later events.
 */
export const watchInboxActions = (action: InboxAction): (() => boolean) => {
  const before = counts[action];
  return () => counts[action] > before;
};
