import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to the database whose connections a test can cut or freeze. */
export class SeverableProxy {
  #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #frozen = false;

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
  }

  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Directs new connections to another database. */
  redirect(databaseUrl: string): void {
    this.#target = new URL(databaseUrl);
  }

  async open(): Promise<void> {
    this.#server = createServer((inner) => {
      const outer = connect(Number(this.#target.port) || 5432, this.#target.hostname);
      for (const [one, two] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => two.destroy());
        if (this.#frozen) one.resume();
        else one.pipe(two);
      }
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }

  /** Swallows all traffic until `unfreeze`. */
  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#sockets) socket.unpipe().resume();
  }

  /** Serves new connections again; earlier ones stay silent, as with a new machine at the same address. */
  unfreeze(): void {
    this.#frozen = false;
  }
}
