// Write safely, page through, edit without overwriting others, follow what happens: node tour.ts
import { call, Refusal, rows, run } from './cairn.ts';
import { follow } from './follow.ts';

run(async () => {
  // create safely: `call` repeats under one key until it has an answer
  const { data: me } = await call('GET', '/api/auth/me');
  const { data: project } = await call('POST', '/api/projects', { name: 'Tern launch' });
  for (const title of ['Choose the date', 'Print the posters', 'Invite the press']) {
    await call('POST', '/api/tasks', { projectId: project.id, title, priority: 'MEDIUM' });
  }

  // page through: two rows a page, three in all
  const tasks = await Array.fromAsync(rows(`/api/tasks?projectId=${project.id}&orderBy=CREATED_ASC&limit=2`));
  console.log(tasks.map(({ title }) => title).join(', '));

  // edit with the version you have read; on CONFLICT look at what is there now, decide, send again with its version
  const [task] = tasks;
  const edit = (title: string, version?: number) => call('PUT', `/api/tasks/${task.id}`, { title, version });
  await edit('Choose the day'); // as somebody else might
  const edited = await edit('Set the date', task.version).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'CONFLICT') throw error;
    console.log(`meanwhile: ${error.data.title}`);
    return edit('Set the day', error.data.version);
  });
  console.log(`now: ${edited.data.title}`);

  // follow from the project as it was made: what happened since is replayed, then it goes on live
  const position = { epoch: me.epoch, seen: new Map([[project.id, project.revision]]) };
  const feed = follow(position, ({ projectId, revision, kind, changes }) => {
    // RESYNC: too much was missed; load the project's tasks anew with `rows`
    if (projectId !== project.id || kind !== 'CHANGES') return;
    console.log(`${revision}: ${changes.map(({ entity, action }) => `${entity} ${action}`).join(', ')}`);
    if (revision === 6) {
      feed.cut(); // a broken connection: `follow` comes back by itself …
      void call('DELETE', `/api/tasks/${task.id}`);
    }
    if (revision === 7) feed.close(); // … and has missed nothing
  });
  console.log(await feed.ended);
});
