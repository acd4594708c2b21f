/** The query parameter with the key or id of the open task, on any page. */
export const TASK_PARAM = 'task';

/** Whether the address contains a task's key. Ids have more hyphens. */
export const isKey = (name: string): boolean => /^\w+-\d+$/.test(name);

/** The ids of displayed tasks by key, so that addresses can contain keys. A key that two tasks share is null. */
const idOfKey = new Map<string, string | null>();
const keyOfId = new Map<string, string>();

/** Remembers the task of a key, current or former. */
export const rememberKey = (key: string | null, id: string): void => {
  if (key === null) return;
  const known = idOfKey.get(key);
  idOfKey.set(key, known === undefined || known === id ? id : null);
  keyOfId.set(id, key);
};

/** Returns the key of a displayed task. */
export const keyOf = (id: string): string | undefined => keyOfId.get(id);

/** Returns the name of a task in an address: its key, if that is known and unique. */
export const nameInAddress = (id: string): string => {
  const key = keyOfId.get(id);
  return key !== undefined && idOfKey.get(key) === id ? key : id;
};

/** Returns the task in the address: its id, or its key if no task with that key was displayed. */
export const openTaskOf = (search: string): string | null => {
  const name = new URLSearchParams(search).get(TASK_PARAM);
  return name === null ? null : (idOfKey.get(name) ?? name);
};

/** Returns the current page's address with a task open over it. */
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

/** Returns the current page's address without an open task. */
export const withoutTask = (search: string): string => {
  const params = new URLSearchParams(search);
  params.delete(TASK_PARAM);
  return params.toString();
};

/** The state of a history entry whose previous entry is the same page without the task, so closing goes back. */
const OPENED_OVER_PAGE = { isTaskOverPage: true } as const;

/** Whether the task of this history entry was opened over the page before it. */
export const isOpenedOverPage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isTaskOverPage' in state && state.isTaskOverPage === true;

/** Returns how to navigate from the current page to the same page with an open task. */
export const taskStep = (search: string, state: unknown) => {
  const isOpen = new URLSearchParams(search).has(TASK_PARAM);
  return {
    // Moving between tasks stays in one history entry, so Back leads to the page.
    replace: isOpen,
    state: !isOpen || isOpenedOverPage(state) ? OPENED_OVER_PAGE : null,
  };
};

/** Returns the link that opens this task on the current page, wherever a change has moved it. */
export const taskLinkOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-task-link="${CSS.escape(id)}"]`);

/** Rows and cards have the id of their task; a title has it if there is no row. */
export const TASK = '[data-task-id], [data-task-link]';
