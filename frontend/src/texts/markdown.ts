/** What Markdown says of itself. */
export const markdownTexts = {
  name: 'Markdown',
  /** A box of a task list without words. */
  box: 'Task',
  table: 'Table',
};
