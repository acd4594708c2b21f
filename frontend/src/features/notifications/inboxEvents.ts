/** Actions on all notifications. */
export type InboxAction = 'READ_ALL' | 'CLEARED';

const heard: Record<InboxAction, number> = { READ_ALL: 0, CLEARED: 0 };

/** The server has sent it. */
export const onInboxAction = (action: InboxAction): void => {
  heard[action] += 1;
};

/**
 * Watches for the event of such an action: it has then done what the answer would do, and the late answer must not undo
 * what came after the event.
 */
export const watchInboxActions = (action: InboxAction): (() => boolean) => {
  const before = heard[action];
  return () => heard[action] > before;
};
