/** The query parameter that names the open task, on whatever page it is opened. */
export const TASK_PARAM = 'task';

/** The present page with a task open over it. */
export const taskSearch = (search: string, id: string): string => {
  const params = new URLSearchParams(search);
  params.set(TASK_PARAM, id);
  return `?${params.toString()}`;
};
