import type { MikroORM } from '@mikro-orm/postgresql';
import { SHARE_LINKS } from '../../contract/limits.js';
import { rateLimited } from '../platform/lib/errors.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { readLinkRevisions, type ValidLink } from '../sharing/shareLink.reads.js';
import { EventQueue } from './eventQueue.js';
import { createScope, type EventScope } from './projectEvent.js';

/** Links are checked at this interval, with one statement for all of them. Pages refetch at most every two seconds. */
const CHECK_MS = 1_000;
/** How long a visitor should wait before trying again when the link has too many. */
const RETRY_SECONDS = 30;

/** An event of `sharedChanged`. It reveals only the project's revision. */
export interface LinkEvent {
  revision: number;
  scope: EventScope;
  project: null;
  mayShow: () => boolean;
  shared: null;
}

export interface Follower {
  /** Called with each revision that is found. */
  onRevision?: (revision: number) => void;
  /** Called when the link has ended. */
  onEnd: () => void;
  /** Counts towards the limit of sockets. A visitor's subscription does not, because its socket itself counts. */
  isSocket: boolean;
}

/** The followers of one link. */
interface Followed {
  revision: number;
  followers: Set<Follower>;
}

/**
 * Follows the links that visitors of this process have open. Checks every second which links are still valid, and the
 * revisions of their projects.
 */
export class LinkHub {
  readonly #links = new Map<string, Followed>();
  readonly #timer: NodeJS.Timeout;
  #checking = false;

  constructor(
    private readonly orm: MikroORM,
    private readonly log: Logger,
    private readonly now: () => Date,
    private readonly onRefused: () => void = () => undefined,
  ) {
    this.#timer = setInterval(() => void this.#check(), CHECK_MS);
    this.#timer.unref();
  }

  /** Follows a link; returns a function that stops. Throws RATE_LIMITED if it has too many sockets in this process. */
  follow({ id, revision }: ValidLink, follower: Follower): () => void {
    const followed = this.#links.get(id) ?? { revision, followers: new Set() };
    const sockets = [...followed.followers].filter(({ isSocket }) => isSocket).length;
    if (follower.isSocket && sockets >= SHARE_LINKS.sockets) {
      this.onRefused();
      throw rateLimited(RETRY_SECONDS);
    }
    followed.followers.add(follower);
    this.#links.set(id, followed);
    // The other followers got this revision after the link was read, so this one would miss it.
    if (followed.revision > revision) follower.onRevision?.(followed.revision);
    return () => {
      followed.followers.delete(follower);
      if (followed.followers.size === 0 && this.#links.get(id) === followed) this.#links.delete(id);
    };
  }

  /** Sends the revision of the link's project, now and after each change. A slow reader gets only the latest one. */
  subscribe(link: ValidLink, isSocket: boolean): AsyncIterableIterator<LinkEvent> {
    const queue = new EventQueue<LinkEvent>(
      () => unfollow(),
      () => undefined,
    );
    const onRevision = (revision: number): void => {
      queue.discard(() => true);
      queue.push({ revision, scope: createScope(this.orm), project: null, mayShow: () => true, shared: null });
    };
    onRevision(link.revision);
    const unfollow = this.follow(link, { onRevision, onEnd: () => queue.end(), isSocket });
    return queue;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { followers } of this.#links.values()) for (const { onEnd } of followers) onEnd();
    this.#links.clear();
  }

  async #check(): Promise<void> {
    if (this.#checking || this.#links.size === 0) return;
    this.#checking = true;
    try {
      // a copy: links that are opened meanwhile are not in the result
      const links = [...this.#links];
      const ids = links.map(([id]) => id);
      const revisions = await readLinkRevisions(this.orm.em.fork(), ids, this.now());
      for (const [id, followed] of links) this.#tell(id, followed, revisions.get(id));
    } catch (error) {
      this.log.warn({ err: error }, 'shared links could not be checked');
    } finally {
      this.#checking = false;
    }
  }

  #tell(id: string, followed: Followed, revision: number | undefined): void {
    if (revision === undefined) {
      this.#links.delete(id);
      for (const { onEnd } of followed.followers) onEnd();
    } else if (revision > followed.revision) {
      followed.revision = revision;
      for (const { onRevision } of followed.followers) onRevision?.(revision);
    }
  }
}
