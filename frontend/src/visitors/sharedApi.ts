import type { TaskPriority, TaskStatus } from '@contract/enums';
import type { ErrorCode } from '@contract/errors';
import { LIMITS } from '@contract/limits';

/** The server's answers to visitors (backend/src/sharing/sharedBoard.types.ts). */
export interface SharedTask {
  id: string;
  title: string;
  excerpt: string;
  priority: TaskPriority;
  dueDay: string | null;
  tags: readonly { name: string; color: string | null }[];
  checklistTotal: number;
  checklistDone: number;
  initials: string | null;
}

export interface SharedTaskPage {
  tasks: readonly SharedTask[];
  next: string | null;
}

export interface SharedColumn extends SharedTaskPage {
  id: string;
  name: string;
  color: string | null;
  status: TaskStatus;
  taskCount: number;
}

export interface SharedBoard {
  projectName: string;
  color: string;
  revision: number;
  expiresAt: string | null;
  columns: readonly SharedColumn[];
}

/** A link and, if it has a password, the key that opens it. */
export interface LinkKey {
  token: string;
  key: string | null;
}

/** A refusal of the server; without a code, the server could not be reached. */
export class SharedError extends Error {
  constructor(
    readonly code: ErrorCode | undefined,
    /** How long to wait. */
    readonly retrySeconds: number,
  ) {
    super(code ?? 'offline');
  }
}

const RETRY_SECONDS = 10;

async function post<Answer>(path: string, input: object): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/api/shared/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(LIMITS.requestTimeoutMs),
    });
    text = await response.text();
  } catch {
    throw new SharedError(undefined, RETRY_SECONDS);
  }
  let answer: { data?: Answer; code?: ErrorCode };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    // for example, a page of a proxy
    answer = {};
  }
  if (response.ok && answer.data !== undefined) return answer.data;
  throw new SharedError(answer.code, Number(response.headers.get('retry-after')) || RETRY_SECONDS);
}

/** The key is omitted if there is none. */
const named = ({ token, key }: LinkKey) => ({ token, ...(key !== null && { key }) });

export const readBoard = (link: LinkKey): Promise<SharedBoard> => post('board', named(link));

export const readTasks = (link: LinkKey, column: string, after: string): Promise<SharedTaskPage> =>
  post('tasks', { ...named(link), column, after });

export const openLink = (token: string, password: string): Promise<{ key: string }> =>
  post('open', { token, password });
