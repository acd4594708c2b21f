// The baseline of live delivery: graphql-ws on ws with graphql-js, a plain async iterator per socket, without sign-in or
// database. `POST /` pushes its body to every socket.
import { createServer } from 'node:http';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';

const waiting = new Set();

async function* events() {
  for (;;) yield { changes: await new Promise((resolve) => waiting.add(resolve)) };
}

const schema = buildSchema('type Query { none: String } type Subscription { changes: String! }');
schema.getSubscriptionType().getFields().changes.subscribe = events;

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const all = [...waiting];
    waiting.clear();
    for (const push of all) push(body);
    response.end();
  });
});
useServer({ schema }, new WebSocketServer({ server, path: '/graphql' }));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));

process.once('SIGTERM', () => process.exit(0));
