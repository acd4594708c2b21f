// Sends requests of the server's own Postman collection by Postman's own runner, one after the other, as they stand.
import { randomUUID } from 'node:crypto';
import newman from 'newman';

const SCENARIO = `
  register login createProject createTask updateTaskStatus addComment tasks createNotification notifications
  createApiToken deleteTask deleteProject logout`
  .trim()
  .split(/\s+/);

const { SERVER } = process.env;
const collection = await (await fetch(`${SERVER}/api/postman.json`)).json();
const all = new Map(collection.item.flatMap(({ item }) => item).map((request) => [request.id, request]));
const values = { baseUrl: `${SERVER}/api`, email: `postman${randomUUID()}@tern.example`, password: 'Granite7stones' };
const run = newman.run({
  collection: { ...collection, item: SCENARIO.map((id) => all.get(id)) },
  envVar: Object.entries(values).map(([key, value]) => ({ key, value })),
  reporters: [],
});
run.on('done', (failed, { run: { executions, failures } }) => {
  const statuses = executions.map(({ item, response }) => `${response?.code ?? 'no answer'} ${item.name}`);
  const ok = !failed && failures.length === 0 && executions.every(({ response }) => response?.code < 300);
  if (!ok || executions.length !== SCENARIO.length) {
    console.error(statuses.join('\n'), failed ?? failures.map(({ error }) => error.message).join('\n'));
    process.exitCode = 1;
  }
});
