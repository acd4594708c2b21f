import { Worker } from 'node:worker_threads';
import { IMPORTS } from '../../contract/limits.js';
import { type CountedHead, type DraftTask, type ReadOptions, UnreadableFile } from './read/draft.js';
import type { FromThread, ToThread } from './read/thread.js';

/** A reader that gets nothing done for this time is ended. */
const SILENT_MS = 120_000;

const isSource = import.meta.url.endsWith('.ts');

/** Tests run the sources, which name each other as they are called after compiling. */
const FROM_SOURCE = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        if (specifier.startsWith('.') && specifier.endsWith('.js')) return next(specifier.slice(0, -2) + 'ts', context);
        throw error;
      }
    },
  });
  await import(${JSON.stringify(new URL('./read/thread.ts', import.meta.url).href)});`;

const startThread = (options: ReadOptions): Worker =>
  new Worker(
    isSource
      ? new URL(`data:text/javascript,${encodeURIComponent(FROM_SOURCE)}`)
      : new URL('./read/thread.js', import.meta.url),
    {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: IMPORTS.memoryMb - 128, maxYoungGenerationSizeMb: 32 },
      // Not of the tests, which have options of their own.
      execArgv: [],
      env: {},
    },
  );

/** A file that is being read. */
export interface ReadFile {
  head: CountedHead;
  /** The tasks in parts, parents before their subtasks. */
  tasks: AsyncGenerator<DraftTask[]>;
}

/**
 * Reads a file in a thread of its own, whose memory is limited, and calls `use` with what is in it. Throws UnreadableFile, in
 * words for the person.
 */
export async function readInThread<T>(
  options: ReadOptions,
  bytes: AsyncIterator<Uint8Array>,
  use: (file: ReadFile) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const thread = startThread(options);
  const inbox: (FromThread | Error)[] = [];
  let wake: (() => void) | undefined;
  const deliver = (message: FromThread | Error): void => {
    inbox.push(message);
    wake?.();
  };
  thread.on('message', deliver);
  thread.on('error', (error: Error & { code?: string }) =>
    deliver(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new UnreadableFile('The file is too large to be read: export a part of it, please.')
        : error,
    ),
  );
  thread.on('exit', () => deliver(new Error('the reader of an import has ended')));
  const onAbort = (): void => deliver(signal?.reason as Error);
  signal?.addEventListener('abort', onAbort);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (message: ToThread): void => thread.postMessage(message);

  const receive = async (): Promise<FromThread> => {
    const until = Date.now() + SILENT_MS;
    for (;;) {
      const message = inbox.shift();
      if (message instanceof Error) throw message;
      if (message && 'unreadable' in message) throw new UnreadableFile(message.unreadable);
      if (message) return message;
      if (Date.now() > until) throw new UnreadableFile('The file took too long to read.');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  async function* tasks(): AsyncGenerator<DraftTask[]> {
    for (;;) {
      tell({ next: true });
      const message = await receive();
      if (!('tasks' in message)) return;
      yield message.tasks;
    }
  }

  try {
    for (;;) {
      const message = await receive();
      if ('head' in message) return await use({ head: message.head, tasks: tasks() });
      if (!('want' in message)) throw new Error('the reader of an import has sent something else');
      const { value, done } = await bytes.next();
      // A copy: the thread owns what it gets.
      tell({ bytes: done ? null : Uint8Array.from(value) });
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}
