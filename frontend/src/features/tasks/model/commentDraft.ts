/** The key of the draft of a new comment on a task. */
export const commentDraftKey = (taskId: string): string => `comment:${taskId}`;
