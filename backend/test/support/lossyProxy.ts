import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that drops a connection instead of the answer, after the server has processed the request. */
export interface LossyProxy {
  url: string;
  /** The number of dropped answers. */
  lost: () => number;
  close: () => Promise<void>;
}

/** Drops the first answer to a request that begins with `request`, and passes on everything else. */
export async function startLossyProxy(target: string, request: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let asked = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      asked ||= data.toString('latin1').startsWith(request);
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (asked && lost === 0) {
        lost += 1;
        client.destroy();
      } else client.write(data);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
