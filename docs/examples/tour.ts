// Write safely, read page by page, edit without overwriting other people's changes, follow changes: node tour.ts
import { call, Refusal, rows, run } from './cairn.ts';
import { follow } from './follow.ts';

run(async () => {
  // create safely: `call` repeats with one key until it has an answer
  const { data: me } = await call('GET', '/api/auth/me');
  const { data: project } = await call('POST', '/api/projects', { name: 'Tern launch' });
  for (const title of ['Choose the date', 'Print the posters', 'Invite the press']) {
    await call('POST', '/api/tasks', { projectId: project.id, title, priority: 'MEDIUM' });
  }

  // read page by page: two rows per page, three in all
  const tasks = await Array.fromAsync(rows(`/api/tasks?projectId=${project.id}&orderBy=CREATED_ASC&limit=2`));
  console.log(tasks.map(({ title }) => title).join(', '));

  // edit with the version you have read; on CONFLICT, read the current task, decide, and send again with its version
  const [task] = tasks;
  const edit = (title: string, version?: number) => call('PUT', `/api/tasks/${task.id}`, { title, version });
  await edit('Choose the day'); // as another person might
  const edited = await edit('Set the date', task.version).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'CONFLICT') throw error;
    console.log(`meanwhile: ${error.data.title}`);
    return edit('Set the day', error.data.version);
  });
  console.log(`now: ${edited.data.title}`);

  // follow from the creation of the project: the changes since then are replayed, then it continues live
  const position = { epoch: me.epoch, seen: new Map([[project.id, project.revision]]) };
  const feed = follow(position, ({ projectId, revision, kind, changes }) => {
    // RESYNC: too many changes were missed; load the project's tasks again with `rows`
    if (projectId !== project.id || kind !== 'CHANGES') return;
    console.log(`${revision}: ${changes.map(({ entity, action }) => `${entity} ${action}`).join(', ')}`);
    if (revision === 6) {
      feed.cut(); // a broken connection: `follow` reconnects by itself …
      void call('DELETE', `/api/tasks/${task.id}`);
    }
    if (revision === 7) feed.close(); // … and has missed nothing
  });
  console.log(await feed.ended);
});
