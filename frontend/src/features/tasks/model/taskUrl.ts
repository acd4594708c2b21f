/** The query parameter that names the open task by key or id, on whatever page it is opened. */
export const TASK_PARAM = 'task';

/** Whether the address names a task by its key. Ids have more hyphens. */
export const isKey = (name: string): boolean => /^\w+-\d+$/.test(name);

/** Tasks whose keys have been shown, so that addresses have the keys. A key of two tasks is used for neither. */
const idOfKey = new Map<string, string | null>();
const keyOfId = new Map<string, string>();

/** Notes the task that a key, current or former, leads to. */
export const rememberKey = (key: string | null, id: string): void => {
  if (key === null) return;
  const known = idOfKey.get(key);
  idOfKey.set(key, known === undefined || known === id ? id : null);
  keyOfId.set(id, key);
};

/** The key of a task that has been shown. */
export const keyOf = (id: string): string | undefined => keyOfId.get(id);

/** The name of a task in an address: its key, if that is known and unique. */
export const nameInAddress = (id: string): string => {
  const key = keyOfId.get(id);
  return key !== undefined && idOfKey.get(key) === id ? key : id;
};

/** The task that the address names: its id, or its key if no task with that key has been shown. */
export const openTaskOf = (search: string): string | null => {
  const name = new URLSearchParams(search).get(TASK_PARAM);
  return name === null ? null : (idOfKey.get(name) ?? name);
};

/** The present page with a task open over it. */
export const taskSearch = (search: string, id: string): string => {
  const params = new URLSearchParams(search);
  params.set(TASK_PARAM, nameInAddress(id));
  return `?${params.toString()}`;
};

/** The address of a task for other people: /tasks/HARB-12, or with its id if it has no key yet. */
export const taskAddress = (id: string): string => {
  const name = nameInAddress(id);
  return `${window.location.origin}/tasks${name === id ? taskSearch('', id) : `/${name}`}`;
};

/** The present page with no task open over it. */
export const withoutTask = (search: string): string => {
  const params = new URLSearchParams(search);
  params.delete(TASK_PARAM);
  return params.toString();
};

/** The state of a history entry whose previous entry is the same page without the task: closing then goes back. */
const OPENED_OVER_PAGE = { isTaskOverPage: true } as const;

/** Was the task of this history entry opened over the page before it? */
export const isOpenedOverPage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isTaskOverPage' in state && state.isTaskOverPage === true;

/** How to navigate from the present page to the same page with an open task. */
export const taskStep = (search: string, state: unknown) => {
  const isOpen = new URLSearchParams(search).has(TASK_PARAM);
  return {
    // Moving from task to task stays in one history entry, so Back leads to the page.
    replace: isOpen,
    state: !isOpen || isOpenedOverPage(state) ? OPENED_OVER_PAGE : null,
  };
};

/** The link that opens this task on the present page, wherever a change has put it. */
export const taskLinkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`);

/** Rows and cards have the id of their task; a title has it if there is no row. */
export const TASK = '[data-task-id], [data-task-link]';
