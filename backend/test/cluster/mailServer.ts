import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that counts the mails, and can delay its answer to the client that sends one. */
export class MailServer {
  /** Recipients of what was handed over whole, whether the word was given or not. */
  readonly handed: string[] = [];
  /** Recipients of what it gave its word for. */
  readonly taken: string[] = [];
  holds = false;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, callback) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        stream.resume();
        stream.on('end', () => {
          this.handed.push(...to);
          if (this.holds) return;
          this.taken.push(...to);
          callback();
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
