import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newProgram } from '../../test/support/apiToken.js';
import { addMember, newPerson, newProject, newTask, type Person, type RestResult } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { revisionOf, rows } from '../../test/support/rows.js';
import { mutation, REVISIONS } from '../../test/support/selections.js';
import { contextFor } from '../request/context.js';
import { sweepFiles } from './fileStore.js';
import { GIGABYTE, measureFreeSpace } from './quota.js';

const HOUR = 3_600_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEUlEQVR4nGNgYGD4D8UMDAwADQACAXBhUT0AAAAASUVORK5CYII=',
  'base64',
);
/** The same picture with a chunk that announces one frame. */
const ANIMATED_PNG = Buffer.concat([
  PNG.subarray(0, 33),
  Buffer.from('000000086163544c0000000100000000b42de9a0', 'hex'),
  PNG.subarray(33),
]);
const HTML = Buffer.from('<html><script>alert(document.domain)</script></html>');

let server: TestServer;
let mara: Person;
let jon: Person;
let stranger: Person;
let projectId: string;
let taskId: string;
let ahead = 0;
beforeAll(async () => {
  server = await startServer({ now: () => new Date(Date.now() + ahead) });
  [mara, jon, stranger] = [await newPerson(server), await newPerson(server, 'Jon'), await newPerson(server, 'Odo')];
});
afterAll(() => server.close());
beforeEach(async () => {
  ahead = 0;
  projectId = (await newProject(mara)).id;
  await addMember(mara, projectId, jon);
  taskId = (await newTask(mara, projectId)).id;
});

interface Attached {
  id: string;
  url: string;
  version: number;
  thumbnailUrl: string | null;
}

const auth = (person: Person): Record<string, string> => ({ authorization: `Bearer ${person.client.token}` });

/** Sends a file as its body. */
async function upload(
  bytes: Buffer,
  {
    name = 'hull.bin',
    by = mara,
    task = taskId,
    headers = {},
    query = '',
  }: {
    name?: string;
    by?: Person;
    task?: string;
    headers?: Record<string, string>;
    query?: string;
  } = {},
) {
  const address = `${server.url}/api/tasks/${task}/attachments?${new URLSearchParams({ name }).toString()}${query}`;
  const answer = await fetch(address, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { ...auth(by), 'content-type': 'application/octet-stream', ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as RestResult['body'] };
}
const attach = async (bytes: Buffer, name?: string): Promise<Attached> =>
  (await upload(bytes, { ...(name && { name }) })).body['data'];
const get = (url: string, headers: Record<string, string> = auth(mara), method = 'GET') =>
  fetch(`${server.url}${url}`, { headers, method });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const list = async (by = jon) => (await by.client.rest('get', `/tasks/${taskId}/attachments`)).body.data;
const undo = (revision: number) => mara.client.rest('post', '/undo', { acts: [{ projectId, revision }] });
const count = async (table: string): Promise<number> =>
  Number((await rows<{ n: string }>(server, `select count(*) as n from ${table}`))[0]?.n);

describe('a file of a task', () => {
  it('is stored while it arrives, in parts, and is read again as a whole or by ranges', async () => {
    const bytes = randomBytes(700 * 1024);
    const { status, body } = await upload(bytes, { name: 'Zürich “hull” 🛶.bin' });
    expect([status, body['data']]).toMatchObject([
      201,
      {
        taskId,
        projectId,
        name: 'Zürich “hull” 🛶.bin',
        type: 'application/octet-stream',
        size: bytes.length,
        width: null,
        creatorId: mara.id,
      },
    ]);
    const { id, url } = body['data'] as { id: string; url: string };
    expect(await rows(server, `select n from file_part order by n`)).toHaveLength(3);
    const whole = await get(url, auth(jon));
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; .*filename\*=UTF-8''Z%C3%BCrich/);
    expect((await bytesOf(whole)).equals(bytes)).toBe(true);
    // Over the border of two parts, the end, and beyond it.
    for (const [from, to] of [
      [0, 0],
      [262_140, 262_150],
      [bytes.length - 5, bytes.length - 1],
    ] as const) {
      const part = await get(url, { ...auth(mara), range: `bytes=${from}-${to}` });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`]);
      expect((await bytesOf(part)).equals(bytes.subarray(from, to + 1))).toBe(true);
    }
    const beyond = await get(url, { ...auth(mara), range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    const tag = whole.headers.get('etag') ?? '';
    // A part of the file that the client has begun with, or the whole of another one.
    const rest = { ...auth(mara), range: 'bytes=5-' };
    expect((await get(url, { ...rest, 'if-range': tag })).status).toBe(206);
    const other = await get(url, { ...rest, 'if-range': '"another"' });
    expect([other.status, (await bytesOf(other)).length]).toEqual([200, bytes.length]);
    const headOfRest = await get(url, rest, 'HEAD');
    expect([headOfRest.status, headOfRest.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    // Without it, `fetch` would ask for a new answer in any case.
    const revalidating = { ...auth(mara), 'if-none-match': tag, 'cache-control': 'max-age=0' };
    expect((await get(url, revalidating)).status).toBe(304);
    const head = await get(url, auth(mara), 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect(await list()).toEqual([expect.objectContaining({ id, url })]);
    const { data } = await jon.client.graphql(
      `query($id: ID!) { task(id: $id) { attachmentCount attachments { id size url creator { id } } }
        tasks(filter: { projectId: "${projectId}" }) { nodes { attachmentCount } } }`,
      { id: taskId },
    );
    expect(data.task).toEqual({
      attachmentCount: 1,
      attachments: [{ id, size: bytes.length, url, creator: { id: mara.id } }],
    });
    expect(data.tasks.nodes).toEqual([{ attachmentCount: 1 }]);
  });

  it('is shown in place only if its content is a picture or a PDF, and never runs', async () => {
    const picture = await upload(PNG, { name: 'photo.html' });
    expect(picture.body['data']).toMatchObject({ type: 'image/png', width: 2, height: 3 });
    const shown = await get(picture.body['data'].url);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox/);
    expect((await upload(ANIMATED_PNG)).body['data']).toMatchObject({ type: 'image/png', width: 2, height: 3 });
    const page = await upload(HTML, { name: 'photo.png', headers: { 'content-type': 'image/png' } });
    expect(page.body['data'].type).toBe('application/octet-stream');
    const kept = await get(page.body['data'].url);
    expect(kept.headers.get('content-type')).toBe('application/octet-stream');
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment/);
    const svg = await attach(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'a.svg');
    expect((await get(svg.url)).headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('is the body itself: a form or packed bytes would be stored as the file, so they are refused', async () => {
    const code = 'UNSUPPORTED_MEDIA_TYPE';
    const form = await upload(Buffer.from('--x\r\n\r\nhull\r\n--x--'), {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(form).toEqual({
      status: 415,
      body: { code, message: 'The body must be the file itself, not multipart/form-data' },
    });
    const packed = await upload(gzipSync('hull'), { headers: { 'content-encoding': 'gzip' } });
    expect(packed).toEqual({ status: 415, body: { code, message: 'Send the file without Content-Encoding' } });
    expect((await upload(Buffer.from('hull'), { headers: { 'content-encoding': 'identity' } })).status).toBe(201);
    expect(await list()).toHaveLength(1);
  });

  it.each(['.', '..', 'a/b', '%2e%2e', '#1?.txt'])('is read at its address if its name is %s', async (name) => {
    const { url } = await attach(Buffer.from('Tar'), name);
    const answer = await get(url);
    expect([answer.status, await answer.text()]).toEqual([200, 'Tar']);
  });

  it('is read by members alone: not by strangers, former members, nor by its id or name elsewhere', async () => {
    const { id, url } = await attach(PNG, 'plan.png');
    expect((await get(url, {})).status).toBe(401);
    expect((await get(url, auth(stranger))).status).toBe(404);
    expect((await upload(PNG, { by: stranger })).status).toBe(404);
    await mara.client.rest('patch', `/projects/${projectId}/members/${jon.id}`, { role: 'VIEWER' });
    expect((await get(url, auth(jon))).status).toBe(200);
    expect((await upload(PNG, { by: jon })).status).toBe(403);
    expect((await jon.client.rest('delete', `/attachments/${id}`)).status).toBe(403);
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    expect((await get(url, auth(jon))).status).toBe(404);
    await mara.client.rest('delete', `/tasks/${taskId}`);
    expect((await get(url)).status).toBe(404);
    await mara.client.rest('post', `/tasks/${taskId}/restore`);
    expect((await get(url)).status).toBe(200);
    expect((await get(`/files/${randomUUID()}/plan.png`)).status).toBe(404);
    expect((await get('/files/1/plan.png')).status).toBe(404);
  });

  it('is read by programs as far as their tokens reach', async () => {
    const { url } = await attach(PNG);
    const other = await newProject(mara);
    const bearer = async (fields: Record<string, unknown>) => ({
      authorization: `Bearer ${(await newProgram(mara, fields)).client.token}`,
    });
    expect((await get(url, await bearer({ scope: 'READ', projectIds: [projectId] }))).status).toBe(200);
    expect((await get(url, await bearer({ scope: 'READ', projectIds: [other.id] }))).status).toBe(404);
    const reading = await upload(PNG, { headers: await bearer({ scope: 'READ' }) });
    expect(reading.status).toBe(403);
  });

  it('is read by a ticket for a minute, as long as the session and the membership last', async () => {
    const { id, url } = await attach(PNG);
    const ticketOf = async (by: Person): Promise<string> =>
      (await by.client.rest('post', `/attachments/${id}/ticket`)).body.data.url;
    const ticket = await ticketOf(jon);
    expect(ticket.startsWith(`${url}?ticket=`)).toBe(true);
    expect((await get(ticket, {})).status).toBe(200);
    // Of another file, changed, and of a session token.
    const other = await attach(HTML);
    expect((await get(ticket.replace(id, other.id), {})).status).toBe(401);
    expect((await get(`${ticket}x`, {})).status).toBe(401);
    expect((await get(`${url}?ticket=${jon.client.token}`, {})).status).toBe(401);
    expect(
      (await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${ticket.split('=')[1]}` } }))
        .status,
    ).toBe(401);
    ahead = 61_000;
    expect((await get(ticket, {})).status).toBe(401);
    ahead = 0;
    await mara.client.rest('delete', `/projects/${projectId}/members/${jon.id}`);
    expect((await get(ticket, {})).status).toBe(404);
    const own = await ticketOf(mara);
    const { token } = (await newProgram(mara)).client;
    const asProgram = await fetch(`${server.url}/api/attachments/${id}/ticket`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asProgram.status).toBe(403);
    expect((await get(own, {})).status).toBe(200);
  });

  it('is attached once by repeats, and keeps a chosen id', async () => {
    const id = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => upload(PNG, { headers, query: `&id=${id}` });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body['data'].id).toBe(id);
    expect(await list()).toHaveLength(1);
    const taken = await upload(HTML, { query: `&id=${id}` });
    expect([taken.status, taken.body['message']]).toEqual([409, 'An attachment with this id already exists']);
    expect([taken.body['data']]).toEqual(await list());
  });

  it('is refused before it is sent if it is too large, empty or without a name', async () => {
    await attach(PNG);
    const parts = await count('file_part');
    const large = await upload(Buffer.alloc(26 * 1024 * 1024));
    expect(large.status).toBe(413);
    expect((await upload(Buffer.alloc(0))).status).toBe(400);
    const nameless = await upload(PNG, { name: ' ' });
    expect([nameless.status, Object.keys(nameless.body['errors'])]).toEqual([422, ['name']]);
    expect((await upload(PNG, { name: 'a'.repeat(256) })).status).toBe(422);
    expect((await attach(PNG, '../../etc/passwd')) as object).toMatchObject({ name: 'passwd' });
    const { errors } = await mara.client.graphql(mutation('beginUpload', 'url'), {
      input: { taskId, name: 'film.mp4', size: 26 * 1024 * 1024 },
    });
    expect(errors?.[0]?.extensions.code).toBe('PAYLOAD_TOO_LARGE');
    const { data } = await mara.client.graphql(mutation('beginUpload', 'url'), {
      input: { taskId, name: 'plan & photo.png', size: PNG.length },
    });
    const sent = await fetch(`${server.url}${data.beginUpload.url}`, {
      method: 'POST',
      body: new Uint8Array(PNG),
      headers: auth(mara),
    });
    expect([sent.status, ((await sent.json()) as RestResult['body']).data.name]).toEqual([201, 'plan & photo.png']);
    expect(await count('file_part')).toBe(parts);
  });

  /** Sends the beginning of a file and cuts the connection when its whole parts are stored. */
  async function cut(bytes: Buffer, total: number, query: string): Promise<void> {
    const { port } = new URL(server.url);
    const parts = (await count('file_part')) + Math.floor(bytes.length / (256 * 1024));
    const request = httpRequest({
      port,
      method: 'POST',
      path: `/api/tasks/${taskId}/attachments?name=cut.bin${query}`,
      headers: { ...auth(mara), 'content-length': total },
    });
    const isCut = new Promise<void>((resolve) => void request.on('error', () => resolve()));
    request.write(bytes);
    await expect.poll(() => count('file_part'), { interval: 20 }).toBeGreaterThanOrEqual(parts);
    request.destroy();
    await isCut;
  }

  it('leaves nothing behind if its connection is cut, and has no id', async () => {
    const before = await count('file');
    await cut(randomBytes(600 * 1024), 1_200 * 1024, '');
    await expect.poll(() => count('file')).toBe(before);
    expect(await list()).toEqual([]);
  });

  it('is resumed where it was cut, by the same person only', async () => {
    const bytes = randomBytes(700 * 1024);
    const id = randomUUID();
    const begin = async (by = mara) =>
      (
        await by.client.graphql(mutation('beginUpload', 'url received'), {
          input: { id, taskId, name: 'cut.bin', size: bytes.length },
        })
      ).data.beginUpload;
    expect(await begin()).toEqual({ url: `/api/tasks/${taskId}/attachments?name=cut.bin&id=${id}`, received: 0 });
    await cut(bytes.subarray(0, 600 * 1024), bytes.length, `&id=${id}`);
    await expect.poll(async () => (await begin()).received).toBe(512 * 1024);
    expect((await begin(jon)).received).toBe(0);
    const rest = (from: number, by = mara) =>
      upload(bytes.subarray(from), {
        name: 'cut.bin',
        by,
        query: `&id=${id}`,
        headers: { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` },
      });
    const wrong = await rest(100);
    expect([wrong.status, wrong.body.data]).toEqual([409, { received: 512 * 1024 }]);
    expect((await rest(512 * 1024, jon)).status).toBe(409);
    const malformed = await upload(bytes, { query: `&id=${id}`, headers: { 'content-range': 'bytes 5-2/9' } });
    expect(malformed.status).toBe(400);
    const { status, body } = await rest(512 * 1024);
    expect([status, body.data]).toMatchObject([201, { id, size: bytes.length }]);
    expect((await bytesOf(await get(body.data.url))).equals(bytes)).toBe(true);
    // The same call again attaches nothing twice.
    expect((await upload(bytes, { name: 'cut.bin', query: `&id=${id}` })).status).toBe(409);
    expect(await list()).toHaveLength(1);
    // An upload that is not continued is removed after a day.
    await cut(bytes.subarray(0, 300 * 1024), bytes.length, `&id=${randomUUID()}`);
    const unfinished = () => rows(server, 'select id from file where sha256 is null');
    await expect.poll(unfinished).toHaveLength(1);
    await sweepFiles(server.orm, new Date(Date.now() + 25 * HOUR));
    expect(await unfinished()).toEqual([]);
  });

  it('is not attached if the session ends, or the account is suspended, while it arrives', async () => {
    for (const ending of [
      'update session set revoked_at = now() where user_id = ?',
      'update account set suspended_at = now() where id = ?',
    ]) {
      const uma = await newPerson(server, 'Uma');
      await addMember(mara, projectId, uma);
      const stored = () =>
        rows(server, 'select n from file_part p join file f on f.id = p.file_id where f.user_id = ?', [uma.id]);
      async function* body() {
        yield new Uint8Array(randomBytes(300 * 1024));
        await expect.poll(stored).toHaveLength(1);
        await rows(server, ending, [uma.id]);
        yield new Uint8Array(1000);
      }
      const { status } = await fetch(`${server.url}/api/tasks/${taskId}/attachments?name=late.bin`, {
        method: 'POST',
        body: ReadableStream.from(body()),
        duplex: 'half',
        headers: { ...auth(uma), 'content-type': 'application/octet-stream' },
      });
      expect(status).toBe(401);
      expect(await list()).toEqual([]);
    }
  });

  it('is sent by one request at a time: the last one takes over', async () => {
    const part = 256 * 1024;
    const id = randomUUID();
    const query = `&id=${id}`;
    /** Sends the beginning of a body, and the rest when the returned function is called. */
    const slow = (first: Buffer, rest: Buffer) => {
      let go = (): void => undefined;
      const told = new Promise<void>((resolve) => (go = resolve));
      async function* body() {
        yield new Uint8Array(first);
        await told;
        yield new Uint8Array(rest);
      }
      const address = `${server.url}/api/tasks/${taskId}/attachments?name=slow.bin${query}`;
      const answer = fetch(address, {
        method: 'POST',
        body: ReadableStream.from(body()),
        duplex: 'half',
        headers: { ...auth(mara), 'content-type': 'application/octet-stream' },
      });
      return { go, status: answer.then(({ status }) => status) };
    };
    const stored = () =>
      rows<{ n: number }>(server, 'select n from file_part p join file f on f.id = p.file_id and f.upload_id = ?', [
        id,
      ]);
    // Its one part is complete, so it would only have to be named.
    const [first, second] = [slow(randomBytes(part), Buffer.alloc(0)), randomBytes(3 * part)];
    await expect.poll(stored).toHaveLength(1);
    const started = slow(second.subarray(0, 2 * part), second.subarray(2 * part, 2 * part + 1000));
    await expect.poll(stored).toHaveLength(2);
    first.go();
    expect(await first.status).toBe(409);
    // It is continued elsewhere while it is still being sent.
    const sent = upload(second.subarray(part), {
      name: 'slow.bin',
      query,
      headers: { 'content-range': `bytes ${part}-${3 * part - 1}/${3 * part}` },
    });
    // That request has to name what is stored; it begins where the second one is.
    expect((await sent).status).toBe(409);
    const { status, body } = await upload(second.subarray(2 * part), {
      name: 'slow.bin',
      query,
      headers: { 'content-range': `bytes ${2 * part}-${3 * part - 1}/${3 * part}` },
    });
    started.go();
    expect([status, await started.status]).toEqual([201, 409]);
    expect((await bytesOf(await get(body.data.url))).equals(second)).toBe(true);
    expect(await list()).toHaveLength(1);
  });

  it('is stored once of two that begin at the same time with one id', async () => {
    const query = `&id=${randomUUID()}`;
    const bytes = [1, 2].map(() => randomBytes(2000));
    const answers = await Promise.all(bytes.map((it) => upload(it, { query })));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([201, 409]);
    const [attached] = await list();
    const stored = await bytesOf(await get(attached.url));
    expect(bytes.some((it) => it.equals(stored))).toBe(true);
  });

  it('is one of at most two that a person sends at once', async () => {
    const before = await count('file_part');
    let go = (): void => undefined;
    const told = new Promise<void>((resolve) => (go = resolve));
    async function* body() {
      yield new Uint8Array(randomBytes(256 * 1024));
      await told;
    }
    const running = [1, 2].map(() =>
      fetch(`${server.url}/api/tasks/${taskId}/attachments?name=slow.bin`, {
        method: 'POST',
        body: ReadableStream.from(body()),
        duplex: 'half',
        headers: { ...auth(mara), 'content-type': 'application/octet-stream' },
      }),
    );
    await expect.poll(() => count('file_part')).toBe(before + 2);
    const refused = await upload(PNG);
    expect([refused.status, refused.body['code']]).toEqual([503, 'UNAVAILABLE']);
    expect((await upload(PNG, { by: jon })).status).toBe(201);
    go();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 201]);
    expect((await upload(PNG)).status).toBe(201);
  });

  it('leaves a tenth of the disk free if the database is on it', async () => {
    const { bavail, blocks, bsize } = await statfs(tmpdir());
    // More than is free above the tenth, also if other programs free some of it meanwhile.
    const bytes = Math.max(0, bavail - blocks / 10) * bsize + GIGABYTE;
    const refusal = async (databaseUrl: string | undefined) => {
      const env = { ...server.resources.env, databaseUrl, dataDir: tmpdir(), filesMaxGb: Number.MAX_SAFE_INTEGER };
      const findRefusal = await measureFreeSpace(contextFor({ ...server.resources, env }, mara.id), null);
      return findRefusal(bytes);
    };
    expect(await refusal(undefined)).toBe('storageFull');
    expect(await refusal(server.databaseUrl)).not.toBe('storageFull');
  });

  it('ends as soon as there is no space left, and leaves nothing behind', async () => {
    const [other] = await rows<{ id: string; size: string }>(
      server,
      'select id, size from file where sha256 is not null limit 1',
    );
    const before = await count('file_part');
    const chunk = randomBytes(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream({
      pull: async (controller) => {
        sent += 1;
        // Others fill the store meanwhile.
        if (sent === 3) await rows(server, 'update file set size = 10737418240 where id = ?', [other?.id]);
        if (sent <= 20) controller.enqueue(new Uint8Array(chunk));
        else controller.close();
      },
    });
    const answer = await fetch(`${server.url}/api/tasks/${taskId}/attachments?name=long.bin`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: auth(mara),
    });
    const { reasons } = (await answer.json()) as RestResult['body'];
    expect([answer.status, reasons]).toMatchObject([422, [{ field: 'file', key: 'storageFull' }]]);
    expect(sent).toBeLessThan(20);
    expect(await count('file_part')).toBe(before);
    await rows(server, 'update file set size = ? where id = ?', [other?.size, other?.id]);
  });

  it('is refused if the project has no space for it when it has arrived, also one of two at once', async () => {
    const { id } = await attach(PNG);
    await rows(server, 'update attachment set size = ? where id = ?', [2 * GIGABYTE - 3000, id]);
    // Its size is known at its end only.
    const answer = await fetch(`${server.url}/api/tasks/${taskId}/attachments?name=long.bin`, {
      method: 'POST',
      body: ReadableStream.from([new Uint8Array(randomBytes(5000))]),
      duplex: 'half',
      headers: { ...auth(mara), 'content-type': 'application/octet-stream' },
    });
    const { reasons } = (await answer.json()) as RestResult['body'];
    expect([answer.status, reasons]).toMatchObject([422, [{ field: 'file', key: 'projectFull' }]]);
    const two = await Promise.all([mara, jon].map((by) => upload(randomBytes(2000), { by })));
    expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422]);
  });

  it('has a small picture if it is one that can be read, and can be the cover of its task', async () => {
    const { default: sharp } = await import('sharp');
    const photo = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#2c89a0' } })
      .jpeg()
      .toBuffer();
    const { id, thumbnailUrl } = await attach(photo, 'hull.jpg');
    const small = await get(thumbnailUrl ?? '');
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(await bytesOf(small)).metadata()).toMatchObject({ width: 480, height: 360, format: 'webp' });
    expect((await get(thumbnailUrl ?? '', auth(stranger))).status).toBe(404);
    const cutShort = await attach(photo.subarray(0, 300), 'cut.jpg');
    const text = await attach(Buffer.from('The plan'), 'plan.txt');
    // more than 50 million pixels, in 50 kB
    const raw = { width: 10_000, height: 5_001, channels: 1 } as const;
    const pixels = Buffer.alloc(raw.width * raw.height);
    const huge = await attach(await sharp(pixels, { raw }).png().toBuffer(), 'huge.png');
    for (const { thumbnailUrl } of [cutShort, text, huge]) expect(thumbnailUrl).toBeNull();
    await mara.client.rest('delete', `/attachments/${huge.id}`);
    // A file without a small picture is refused like any other absent object, also to a client that would have a copy.
    const none = await get(`${text.url}?thumbnail`, { ...auth(mara), 'if-none-match': '*' });
    expect([none.status, none.headers.get('content-type'), none.headers.get('etag')]).toEqual([
      404,
      'application/json; charset=utf-8',
      null,
    ]);
    const setCover = (attachmentId: string | null) =>
      mara.client.rest('put', `/tasks/${taskId}/cover`, { attachmentId });
    const cover = async () =>
      (await jon.client.graphql('query($id: ID!) { task(id: $id) { cover { id thumbnailUrl } } }', { id: taskId })).data
        .task.cover;
    expect(await cover()).toBeNull();
    expect((await setCover(id)).status).toBe(200);
    expect(await cover()).toEqual({ id, thumbnailUrl });
    await setCover(text.id);
    expect(await cover()).toEqual({ id: text.id, thumbnailUrl: null });
    expect((await list()).map(({ isCover }: { isCover: boolean }) => isCover)).toEqual([false, false, true]);
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect((await cover()).id).toBe(id);
    const foreign = (await newTask(mara, projectId)).id;
    expect((await mara.client.rest('put', `/tasks/${foreign}/cover`, { attachmentId: id })).status).toBe(404);
    await mara.client.rest('delete', `/attachments/${id}`);
    expect(await cover()).toBeNull();
    // A deleted cover does not come back if another one was chosen meanwhile.
    const deleted = await revisionOf(server, projectId);
    await setCover(text.id);
    expect((await undo(deleted)).status).toBe(200);
    const covers = await rows(server, 'select id from attachment where task_id = ? and is_cover', [taskId]);
    expect(covers).toEqual([{ id: text.id }]);
    expect((await setCover(null)).status).toBe(200);
    // Nor does one that was only removed: the undo is refused, alone and with a change of the new one.
    const removed = await revisionOf(server, projectId);
    await setCover(cutShort.id);
    const chosen = await revisionOf(server, projectId);
    await mara.client.rest('patch', `/attachments/${cutShort.id}`, { name: 'short.jpg' });
    const renamed = await revisionOf(server, projectId);
    for (const revisions of [[removed], [removed, renamed]]) {
      const acts = revisions.map((revision) => ({ projectId, revision }));
      const { status, body } = await mara.client.rest('post', '/undo', { acts });
      expect([status, body.data.conflicts]).toMatchObject([
        409,
        [{ entity: 'attachment', id: cutShort.id, field: 'isCover', now: true, by: { id: mara.id } }],
      ]);
    }
    expect((await cover()).id).toBe(cutShort.id);
    expect((await undo(chosen)).status).toBe(200);
    expect((await undo(removed)).status).toBe(200);
    expect((await cover()).id).toBe(text.id);
    expect((await setCover(null)).status).toBe(200);
  });

  it('is stored once, whatever it is attached to, and removed a day after nothing is', async () => {
    const bytes = randomBytes(300 * 1024);
    const sha = createHash('sha256').update(bytes).digest('hex');
    const stored = () => rows(server, `select id from file where encode(sha256, 'hex') = ?`, [sha]);
    const answers = await Promise.all([1, 2].map((n) => upload(bytes, { name: `${n}.bin` })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await stored()).toHaveLength(1);
    for (const { body } of answers) await mara.client.rest('delete', `/attachments/${body['data'].id}`);
    await sweepFiles(server.orm, new Date(Date.now() + 25 * HOUR));
    // They can be restored for thirty days.
    expect(await stored()).toHaveLength(1);
    await rows(server, 'delete from attachment where project_id = ?', [projectId]);
    await sweepFiles(server.orm, new Date(Date.now() + 23 * HOUR));
    expect(await stored()).toHaveLength(1);
    await sweepFiles(server.orm, new Date(Date.now() + 25 * HOUR));
    expect(await stored()).toHaveLength(0);
  });

  it('is renamed by version, deleted, brought back by undo, and moves with its task', async () => {
    const { id, url, version } = await attach(PNG, 'plan.png');
    const rename = (name: string, more: object = {}) =>
      mara.client.rest('patch', `/attachments/${id}`, { name, ...more });
    expect((await rename('Plan 2.png')).body.data).toMatchObject({
      name: 'Plan 2.png',
      url: `/files/${id}/Plan%202.png`,
    });
    const late = await rename('Plan 3.png', { version });
    expect([late.status, late.body.data.name]).toEqual([409, 'Plan 2.png']);
    expect([late.body.data]).toEqual(await list());
    const { data } = await mara.client.graphql(mutation('deleteAttachment', `attachmentId taskId ${REVISIONS}`), {
      input: { id },
    });
    expect(data.deleteAttachment).toMatchObject({ attachmentId: id, taskId });
    expect((await get(url)).status).toBe(404);
    expect((await undo(await revisionOf(server, projectId))).status).toBe(200);
    expect((await get(url)).status).toBe(200);
    const { body } = await mara.client.rest('get', `/tasks/${taskId}/history`);
    const lines = body.data.filter(({ entity }: { entity: string }) => entity === 'ATTACHMENT');
    expect(lines.at(-1)).toMatchObject({
      action: 'CREATED',
      fileName: 'Plan 2.png',
      fields: { name: [null, 'plan.png'] },
    });
    const into = (await newProject(mara)).id;
    await mara.client.rest('patch', `/tasks/${taskId}/project`, { projectId: into });
    expect(await list(mara)).toMatchObject([{ id, projectId: into }]);
    expect((await get(url, auth(jon))).status).toBe(404);
  });

  it('is refused beyond 100 per task and beyond the limits of a person and a project', async () => {
    const { id } = await attach(PNG);
    await rows(
      server,
      `insert into attachment (id, project_id, task_id, file_id, creator_id, name, type, size, has_thumbnail, is_cover,
         created_at, version)
       select gen_random_uuid(), project_id, task_id, file_id, creator_id, name, type, 1, false, false, created_at, 1
       from attachment, generate_series(1, 99) where id = ?`,
      [id],
    );
    const full = await upload(PNG);
    expect(full.body['errors']).toEqual({ file: ['A task can have at most 100 files'] });
    taskId = (await newTask(mara, projectId)).id;
    // A copy of a task with large files sends nothing.
    await rows(server, `update attachment set size = 1073741824 where id = ?`, [id]);
    expect((await upload(PNG)).status).toBe(201);
    const large = await attach(randomBytes(50));
    const ofLarge = '(select file_id from attachment where id = ?)';
    await rows(server, `update file set size = 1073741824 where id = ${ofLarge}`, [large.id]);
    const daily = await upload(PNG);
    expect(daily.body['reasons']).toMatchObject([{ field: 'file', key: 'dailyLimit' }]);
    ahead = 25 * HOUR;
    expect((await upload(PNG)).status).toBe(201);
    await rows(server, `update file set size = 50 where id = ${ofLarge}`, [large.id]);
    await rows(server, `update attachment set size = 2147483648 where id = ?`, [id]);
    expect((await upload(PNG)).body['reasons']).toMatchObject([{ key: 'projectFull' }]);
    const elsewhere = (await newTask(mara, (await newProject(mara)).id)).id;
    expect((await upload(PNG, { task: elsewhere })).status).toBe(201);
    const copied = await mara.client.rest('post', `/tasks/${taskId}/duplicate`, {});
    expect(copied).toMatchObject({ status: 422, body: { reasons: [{ field: 'taskId', key: 'projectFull' }] } });
    const moved = await mara.client.rest('patch', `/tasks/${elsewhere}/project`, { projectId });
    expect(moved).toMatchObject({ status: 422, body: { reasons: [{ field: 'projectId', key: 'projectFull' }] } });
    // Deleted files stay behind.
    const [{ id: last }] = (await mara.client.rest('get', `/tasks/${elsewhere}/attachments`)).body.data;
    await mara.client.rest('delete', `/attachments/${last}`);
    expect((await mara.client.rest('patch', `/tasks/${elsewhere}/project`, { projectId })).status).toBe(200);
    const fileless = await newTask(mara, projectId);
    expect((await mara.client.rest('post', `/tasks/${fileless.id}/duplicate`, {})).status).toBe(201);
    // A move back is refused, too, and the next task of a series comes without files.
    const away = await mara.client.rest('patch', `/tasks/${taskId}/project`, {
      projectId: (await newProject(mara)).id,
    });
    const back =
      away.headers
        .get('revisions')
        ?.split(', ')
        .map((set) => set.split('=')) ?? [];
    const acts = back.map(([id, revision]) => ({ projectId: id, revision: Number(revision) }));
    const refused = await mara.client.rest('post', '/undo', { acts });
    expect(refused).toMatchObject({ status: 422, body: { reasons: [{ field: 'acts', key: 'projectFull' }] } });
    const weekly = { rule: 'FREQ=WEEKLY', timeZone: 'UTC' };
    const [{ task_id: first }] = (await rows(server, 'select task_id from attachment where id = ?', [id])) as [
      { task_id: string },
    ];
    await mara.client.rest('put', `/tasks/${first}/repeat`, weekly);
    const { body } = await mara.client.rest('patch', `/tasks/${first}/status`, { status: 'DONE' });
    const { data } = await mara.client.rest('get', `/tasks?projectId=${projectId}&limit=100`).then(({ body }) => body);
    const next = data.find(
      (task: { seriesId: string; id: string }) => task.seriesId === body.data.seriesId && task.id !== first,
    );
    expect(next).toMatchObject({ occurrence: 2, attachmentCount: 0 });
    const [file] = await rows<{ id: string; size: string }>(server, 'select id, size from file limit 1');
    await rows(server, 'update file set size = 10737418240 where id = ?', [file?.id]);
    expect((await upload(PNG, { task: elsewhere })).body['reasons']).toMatchObject([{ key: 'storageFull' }]);
    await rows(server, 'update file set size = ? where id = ?', [file?.size, file?.id]);
  });
});
