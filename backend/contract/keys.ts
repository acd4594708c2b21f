/** The prefix of the keys of a project's tasks. */
export const PROJECT_KEY = /^[A-Z][A-Z0-9]{1,5}$/;
export const PROJECT_KEY_MAX = 6;

const TASK_KEY = /^([A-Z][A-Z0-9]{1,5})-([1-9]\d{0,8})$/i;

export interface TaskKey {
  prefix: string;
  number: number;
}

/** Parses the key of a task, like HARB-12, in any case. Null for any other text. */
export function parseTaskKey(text: unknown): TaskKey | null {
  const [, prefix, number] = (typeof text === 'string' && TASK_KEY.exec(text)) || [];
  return prefix === undefined ? null : { prefix: prefix.toUpperCase(), number: Number(number) };
}

export const formatTaskKey = ({ prefix, number }: TaskKey): string => `${prefix}-${number}`;
