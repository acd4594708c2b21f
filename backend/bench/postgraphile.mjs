// PostGraphile 5 with its Amber preset on the bench's database: no sign-in, no plugins, as many connections as the app. It is
// not a dependency; PEER_FOLDER is where the bench has installed it.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { DATABASE_URL, PEER_FOLDER = '' } = process.env;
const { resolve } = createRequire(path.join(PEER_FOLDER, 'package.json'));
const load = (name) => import(pathToFileURL(resolve(name)).href);

const [{ postgraphile }, { PostGraphileAmberPreset }, { makePgService }, { grafserv }] = await Promise.all(
  ['postgraphile', 'postgraphile/presets/amber', 'postgraphile/adaptors/pg', 'postgraphile/grafserv/node'].map(load),
);
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: DATABASE_URL, poolConfig: { max: 10 } })],
  grafserv: { graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
// the first response waits for the schema
await instance.getSchema();
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void instance.release();
});
