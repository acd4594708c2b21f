import { DatabaseClient, startHeartbeat } from '../platform/database/databaseClient.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { parseWakeUp, WAKE_UP_CHANNEL, type WakeUp } from '../platform/database/wakeUps.js';

const RECONNECT_MS = 1_000;

export interface ListenerOptions {
  url: string;
  log: Logger;
  onWakeUp: (wakeUp: WakeUp) => void;
  /** Called after each (re)connect: wake-ups sent before are lost, so the caller must poll. */
  onListening: () => void;
}

/**
 * One connection that listens for wake-ups. A heartbeat detects a connection that was lost silently; it reconnects by itself,
 * and the poll covers the gap.
 */
export class WakeUpListener {
  #client: DatabaseClient | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  isListening = false;

  constructor(private readonly options: ListenerOptions) {}

  /** Connects; retries in the background after a failure. */
  async start(): Promise<void> {
    if (this.#closed) return;
    const { url, log, onWakeUp, onListening } = this.options;
    const client = new DatabaseClient({ connectionString: url, application_name: 'cairn-listen' });
    this.#client = client;
    const again = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.isListening = false;
      client.removeAllListeners('notification');
      client.end().catch(() => undefined);
      if (!this.#closed) this.#retry = setTimeout(() => void this.start(), RECONNECT_MS);
    };
    client.on('error', (error) => {
      log.warn({ err: error }, 'wake-up connection lost');
      again();
    });
    client.on('end', again);
    client.on('notification', ({ payload }) => {
      const wakeUp = parseWakeUp(payload);
      if (wakeUp) onWakeUp(wakeUp);
    });
    try {
      await client.connect();
      await client.query(`listen ${WAKE_UP_CHANNEL}`);
      startHeartbeat(client);
      this.isListening = true;
      onListening();
    } catch (error) {
      log.warn({ err: error }, 'wake-up connection refused');
      again();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}
