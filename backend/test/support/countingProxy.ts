import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that counts sequential requests. */
export interface CountingProxy {
  url: string;
  requests: () => number;
  close: () => Promise<void>;
}

/** Hooks by request number, from 1. */
interface Watch {
  /** Called before the request is passed on. */
  asked?: (number: number) => Promise<void> | void;
  /** Called when the answer begins; false drops the answer. */
  answered?: (number: number) => Promise<boolean> | boolean;
}

export async function startCountingProxy(target: string, { asked, answered }: Watch = {}): Promise<CountingProxy> {
  let requests = 0;
  const line = createServer((request, response) => {
    requests += 1;
    const number = requests;
    const cut = (): void => void request.socket.destroy();
    const pass = async (): Promise<void> => {
      await asked?.(number);
      const { method, headers, url = '' } = request;
      const upstream = send(target + url, { method, headers }, (answer) => {
        answer.on('error', cut);
        void (async () => {
          if ((await answered?.(number)) === false) return cut();
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        })();
      });
      upstream.on('error', cut);
      request.pipe(upstream);
    };
    void pass();
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      line.closeAllConnections();
      line.close();
      await once(line, 'close');
    },
  };
}
