/** What can be done to all notifications at once. */
export type InboxAction = 'READ_ALL' | 'CLEARED';

const heard: Record<InboxAction, number> = { READ_ALL: 0, CLEARED: 0 };

/** The server has told of it. */
export const onInboxAction = (action: InboxAction): void => {
  heard[action] += 1;
};

/**
 * Watches from now on whether the server tells of such an action: its event then has done what the answer would do, and
 * what came after the event must not be undone by the late answer.
 */
export const watchInboxActions = (action: InboxAction): (() => boolean) => {
  const before = heard[action];
  return () => heard[action] > before;
};
