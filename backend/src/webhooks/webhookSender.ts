import { sql } from 'kysely';
import { WakeUpListener } from '../feed/wakeUpListener.js';
import type { Resources } from '../request/context.js';
import { leaseStream, openStreams, releaseStream, runStream, type Stream } from './stream.js';
import { fewestFirst } from './turns.js';

/** Streams that one process sends at a time: in total, for one webhook, and for one person. */
const MAX = 64;
const MAX_PER_WEBHOOK = 2;
const MAX_PER_PERSON = 16;
/** Streams that one look finds. Each person's first ones come first, so that no one's many streams hide the others. */
const FOUND_MAX = 500;
const POLL_MS = 2_000;
/** After this many polls, all streams are checked, in case a wake-up was lost. */
const SWEEP_EVERY = 10;
/** How long a stop waits for running attempts. Attempts that are cut off are repeated later, with the same id. */
const CLOSE_MS = 3_000;

interface FoundStream extends Stream {
  userId: string;
}

interface RunningStream {
  stream: FoundStream;
  done: Promise<void>;
  /** Whether its project has changed since: a stream that is about to end does not see the change. */
  isWoken: boolean;
}

/** A running sender. */
export interface WebhookSender {
  close: () => Promise<void>;
}

/**
 * Sends the messages of all webhooks, in the order of each project's log. Any number of processes can run a sender,
 * because only one of them holds a stream at a time. A slow receiver occupies at most two of the 64 places of a
 * process, and a place that becomes free is for the people who have the fewest.
 */
export async function startWebhookSender(resources: Resources, databaseUrl: string): Promise<WebhookSender> {
  const { orm, log } = resources;
  const running = new Map<string, RunningStream>();
  let woken = new Set<string>();
  /** Projects with streams that have to wait for a place. */
  let waiting = new Set<string>();
  /** Whether there are active webhooks: without one, a wake-up costs nothing. */
  let hasWebhooks = false;
  let isAllWanted = true;
  let isDueWanted = false;
  /** The poll in progress. */
  let looking: Promise<void> | undefined;
  let isClosed = false;

  const countOf = (matches: (stream: FoundStream) => boolean): number =>
    [...running.values()].filter(({ stream }) => matches(stream)).length;
  const hasRoom = ({ webhookId, userId }: FoundStream): boolean =>
    running.size < MAX &&
    countOf((it) => it.webhookId === webhookId) < MAX_PER_WEBHOOK &&
    countOf((it) => it.userId === userId) < MAX_PER_PERSON;

  const run = async (stream: FoundStream): Promise<void> => {
    let hasMore = false;
    try {
      hasMore = await runStream(resources, stream, () => isClosed);
    } catch (error) {
      log.error({ err: error, webhookId: stream.webhookId }, 'a webhook could not be sent');
    }
    await releaseStream(orm.em.fork(), stream).catch((error: unknown) =>
      log.warn({ err: error }, 'a webhook stays held for a minute'),
    );
    if (hasMore || running.get(keyOf(stream))?.isWoken) waiting.add(stream.projectId);
    running.delete(keyOf(stream));
    woken = new Set([...woken, ...waiting]);
    waiting = new Set();
    look();
  };

  async function hasActive(): Promise<boolean> {
    const { rows } = await sql`select 1 from webhook where pause_reason is null limit 1`.execute(
      orm.em.fork().getKysely(),
    );
    return rows.length > 0;
  }

  async function findStreams(): Promise<FoundStream[]> {
    const now = resources.now();
    const projectIds = [...woken];
    const isDue = isDueWanted;
    const had = hasWebhooks;
    if (isDue || isAllWanted) hasWebhooks = await hasActive();
    const isAll = isAllWanted || (hasWebhooks && !had);
    woken = new Set();
    isAllWanted = false;
    isDueWanted = false;
    if (!hasWebhooks) return [];
    const which = isAll
      ? sql`true`
      : sql`(c.project_id = any(${projectIds}::uuid[]) or ${isDue} and c.next_at <= ${now})`;
    const { rows } = await sql<FoundStream>`
      select c.webhook_id as "webhookId", c.project_id as "projectId", w.user_id as "userId"
      from ${openStreams(now)} cross join epoch e
      where ${which} and (c.revision < p.revision or c.epoch <> e.id)
        and (c.next_at is null or c.next_at <= ${now}) and (c.locked_until is null or c.locked_until <= ${now})
      order by row_number() over (partition by w.user_id order by random()), random() limit ${FOUND_MAX}`.execute(
      orm.em.fork().getKysely(),
    );
    return rows;
  }

  async function lookOnce(): Promise<void> {
    const found = await findStreams();
    const busy = [...running.values()].map(({ stream }) => stream);
    for (const stream of fewestFirst(found, busy)) {
      if (isClosed) return;
      const key = keyOf(stream);
      if (running.has(key)) continue;
      if (!hasRoom(stream)) {
        waiting.add(stream.projectId);
        continue;
      }
      if (!(await leaseStream(orm.em.fork(), stream, resources.now()))) continue;
      // if the process stops in the meantime, `run` releases the stream at once
      running.set(key, { stream, done: run(stream), isWoken: false });
    }
  }

  const isAsked = (): boolean => woken.size > 0 || isAllWanted || isDueWanted;
  function look(): void {
    if (looking || isClosed || !isAsked() || running.size >= MAX) return;
    looking = lookOnce()
      .catch((error: unknown) => log.warn({ err: error }, 'webhooks could not be read; trying again'))
      .finally(() => {
        looking = undefined;
        look();
      });
  }

  const listener = new WakeUpListener({
    url: databaseUrl,
    log,
    onWakeUp: ({ projects }) => {
      for (const [projectId] of projects) {
        woken.add(projectId);
        for (const one of running.values()) one.isWoken ||= one.stream.projectId === projectId;
      }
      look();
    },
    onListening: () => {
      isAllWanted = true;
      look();
    },
  });
  await listener.start();
  let polls = 0;
  const poll = setInterval(() => {
    polls += 1;
    isDueWanted = true;
    if (polls % SWEEP_EVERY === 0) isAllWanted = true;
    look();
  }, POLL_MS);

  return {
    close: async () => {
      isClosed = true;
      clearInterval(poll);
      await listener.close();
      // the last search for work, which starts no further stream
      await looking;
      const all = Promise.all([...running.values()].map(({ done }) => done));
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([all, new Promise((done) => (timer = setTimeout(done, CLOSE_MS)))]);
      clearTimeout(timer);
    },
  };
}

const keyOf = ({ webhookId, projectId }: Stream): string => `${webhookId} ${projectId}`;
