/** The query parameter that names the open task, on whatever page it is opened. */
export const TASK_PARAM = 'task';

/** The present page with a task open over it. */
export const taskSearch = (search: string, id: string): string => {
  const params = new URLSearchParams(search);
  params.set(TASK_PARAM, id);
  return `?${params.toString()}`;
};

/** The present page with no task open over it. */
export const withoutTask = (search: string): string => {
  const params = new URLSearchParams(search);
  params.delete(TASK_PARAM);
  return params.toString();
};

/** What a history entry carries when the one before it is the same page without the task: closing then means going back. */
const OPENED_OVER_PAGE = { isTaskOverPage: true } as const;

/** Was the task of this history entry opened over the page before it? */
export const isOpenedOverPage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isTaskOverPage' in state && state.isTaskOverPage === true;

/** How to go from the present page to the same page with a task open over it. */
export const taskStep = (search: string, state: unknown) => {
  const isOpen = new URLSearchParams(search).has(TASK_PARAM);
  return {
    // One task after another takes one step of the history: the way back leads to the page.
    replace: isOpen,
    state: !isOpen || isOpenedOverPage(state) ? OPENED_OVER_PAGE : null,
    preventScrollReset: true,
  };
};

/** The link that opens this task on the present page, wherever a change has put it. */
export const taskLinkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`);

/** Rows and cards say which task they are; a title alone says it where there is no row. */
export const TASK = '[data-task-id], [data-task-link]';
