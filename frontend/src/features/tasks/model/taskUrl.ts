/** The query parameter with the key or id of the open task, on any page. */
export const TASK_PARAM = 'task';

/** The query parameter with the project of the text that contains the key. The key is looked up there first. */
export const KEY_PROJECT_PARAM = 'in';

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
const nameInAddress = (id: string): string => {
  const key = keyOfId.get(id);
  return key !== undefined && idOfKey.get(key) === id ? key : id;
};

/** The name of a key that is looked up in a project first. */
const keyIn = (projectId: string | null, key: string): string => (projectId === null ? key : `${projectId} ${key}`);

/** Remembers the task of a key that was looked up in a project first. */
export const rememberKeyIn = (projectId: string | null, key: string, id: string): void => {
  if (projectId === null) rememberKey(key, id);
  else idOfKey.set(keyIn(projectId, key), id);
};

/** Returns the task in the address: its id, or its key if no task with that key was displayed. */
export const openTaskOf = (search: string): string | null => {
  const params = new URLSearchParams(search);
  const name = params.get(TASK_PARAM);
  return name === null ? null : (idOfKey.get(keyIn(params.get(KEY_PROJECT_PARAM), name)) ?? name);
};

/** Returns the current page's address with a task open over it. */
export const taskSearch = (search: string, id: string): string => {
  const params = new URLSearchParams(search);
  params.set(TASK_PARAM, nameInAddress(id));
  params.delete(KEY_PROJECT_PARAM);
  return `?${params.toString()}`;
};

/** Returns the current page's address with the task of a key open over it, for a key in a text of a project. */
export const taskSearchOfKey = (search: string, key: string, projectId: string): string => {
  const params = new URLSearchParams(search);
  params.set(TASK_PARAM, key);
  params.set(KEY_PROJECT_PARAM, projectId);
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
  params.delete(KEY_PROJECT_PARAM);
  return params.toString();
};

/**
 * Marks a history entry whose previous entry is the same page without the task. Closing the task then goes back in the
 * history.
 */
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
