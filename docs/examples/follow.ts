// Cairn's feed: every write to all your projects, in order and once, even if the connection fails. It reads CAIRN_URL
// and CAIRN_TOKEN, as cairn.ts does.
const URL_OF_SERVER = process.env.CAIRN_URL ?? 'http://localhost:4000';

export interface ChangeSet {
  projectId: string;
  revision: number;
  epoch: string;
  kind: 'CHANGES' | 'PROJECT_JOINED' | 'PROJECT_LEFT' | 'RESYNC';
  changes: { entity: string; entityId: string; action: string; fields: Record<string, [unknown, unknown]> }[];
}

/** Your position: the last revision you have seen of each project, and the epoch of the database they belong to. */
export interface Position {
  epoch: string;
  seen: Map<string, number>;
}

/** After these close codes, another attempt would end the same way. */
const FINAL = new Map([
  [1000, 'closed'],
  [4401, 'the token has ended'],
  [4429, 'too many sockets are open'],
  ...[1009, 4400, 4406, 4408, 4409].map((code): [number, string] => [code, 'this program sent a wrong message']),
]);

const QUERY = `subscription ($after: [ChangeCursor!], $epoch: ID) { changes(after: $after, epoch: $epoch) {
  projectId revision epoch kind changes { entity entityId action fields } } }`;

/** Follows all your projects from a position and updates it. After a gap, the feed continues from there. */
export function follow(position: Position, onEvent: (changeSet: ChangeSet) => void) {
  const ended = Promise.withResolvers<string>();
  let closed = false;
  let failures = 0;
  const open = (): WebSocket => {
    const ws = new WebSocket(`${URL_OF_SERVER.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const send = (message: object) => ws.send(JSON.stringify(message));
    ws.addEventListener('open', () => send({ type: 'connection_init', payload: { token: process.env.CAIRN_TOKEN } }));
    ws.addEventListener('message', ({ data }) => {
      const { type, payload } = JSON.parse(String(data));
      if (type === 'connection_ack') {
        failures = 0;
        const after = Array.from(position.seen, ([projectId, revision]) => ({ projectId, revision }));
        const variables = { after, epoch: position.epoch };
        send({ id: '1', type: 'subscribe', payload: { query: QUERY, variables } });
      }
      if (type === 'ping') send({ type: 'pong' });
      const refused = type === 'error' ? payload : payload?.errors;
      if (refused) {
        ended.resolve(refused[0].message);
        ws.close(1000);
      }
      if (type !== 'next' || !payload.data) return;
      const event: ChangeSet = payload.data.changes;
      position.epoch = event.epoch;
      if (event.kind === 'PROJECT_LEFT') position.seen.delete(event.projectId);
      else position.seen.set(event.projectId, event.revision);
      onEvent(event);
    });
    // Every other close is a gap: reconnect with the current position. The waiting times are random and grow, so that
    // the clients of a server that restarts do not all come back at once.
    ws.addEventListener('close', ({ code }) => {
      const why = FINAL.get(code);
      if (why !== undefined) ended.resolve(why);
      else {
        const longest = Math.min(10_000, 1600 * 2 ** failures);
        failures += 1;
        setTimeout(() => !closed && (socket = open()), 200 + (longest - 200) * Math.random());
      }
    });
    return ws;
  };
  let socket = open();
  const close = () => {
    closed = true;
    ended.resolve('closed');
    socket.close(1000);
  };
  /** `ended`: why the feed has stopped. `cut`: breaks the connection, to test a gap. */
  return { ended: ended.promise, close, cut: () => socket.close(4000) };
}
