import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AVATAR, AVATAR_REFUSALS } from '../../contract/avatar.js';
import { RATES } from '../../contract/limits.js';
import { Client, newPerson, type Person, type RestResult } from '../../test/support/client.js';
import { closeAfterTest, startServer, type TestServer } from '../../test/support/harness.js';
import { pixelAt, plain, square } from '../../test/support/images.js';
import { rows } from '../../test/support/rows.js';

const RED = { r: 255, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };
const ADDRESS = /^\/avatars\/[0-9a-f-]{36}\.webp$/;

let server: TestServer;
let mara: Person;
beforeAll(async () => {
  server = await startServer();
  mara = await newPerson(server);
});
afterAll(() => server.close());

const send = ({ client }: Person, file: Uint8Array, headers: Record<string, string> = {}): Promise<RestResult> =>
  client.rest('put', '/auth/avatar', file, { 'content-type': 'image/png', ...headers });
const me = async ({ client }: Person) => (await client.rest('get', '/auth/me')).body.data.user;
const fetched = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(server.url + path)).arrayBuffer());
const kept = (person: Person) =>
  rows<{ path: string }>(server, `select '/avatars/' || id || '.webp' as path from avatar where user_id = ?`, [
    person.id,
  ]);

/** Uploads a file and returns the served picture. */
async function shown(person: Person, file: Uint8Array): Promise<Buffer> {
  const { status, body } = await send(person, file);
  expect(status).toBe(200);
  return fetched(body.data.user.avatar);
}

/** A file as sharp writes it. */
const saved = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif', background?: object): Promise<Buffer> =>
  plain(300, 200, background).toFormat(format).toBuffer();

/** Starts an upload of this size and sends only its first byte. */
function begin({ client }: Pick<Person, 'client'>, bytes: number): ClientRequest {
  const headers = { 'content-length': bytes, ...(client.token && { authorization: `Bearer ${client.token}` }) };
  const request = httpRequest(`${client.server.url}/api/auth/avatar`, { method: 'PUT', headers, agent: false });
  request.on('error', () => undefined);
  request.write('x');
  return request;
}

async function answerOf(request: ClientRequest) {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  request.destroy();
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(Buffer.concat(chunks).toString()) };
}

describe('an avatar', () => {
  it('is stored as a square of 256 px, served at its URL, and replaced by the next one', async () => {
    const person = await newPerson(server, 'Ada');
    const before = await me(person);
    const first = await send(person, await saved('jpeg'));
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { avatar } = first.body.data.user;
    expect(avatar).toMatch(ADDRESS);
    expect(first.body.data.user).toEqual({ ...before, avatar, updatedAt: expect.any(String) });
    expect(Date.parse(first.body.data.user.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    const { data } = await mara.client.graphql(
      'query($name: String!) { userLookup(emailOrUsername: $name) { avatar } }',
      { name: person.username },
    );
    expect(data.userLookup).toEqual({ avatar });

    const response = await fetch(server.url + avatar);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const picture = Buffer.from(await response.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect((await fetch(server.url + avatar, { method: 'HEAD' })).status).toBe(200);

    const second = await send(person, await saved('webp'));
    expect(second.body.data.user.avatar).toMatch(ADDRESS);
    expect(second.body.data.user.avatar).not.toBe(avatar);
    expect((await fetch(server.url + avatar)).status).toBe(404);
    expect(await kept(person)).toEqual([{ path: second.body.data.user.avatar }]);
  });

  it('can be removed, repeatedly and in GraphQL too', async () => {
    const person = await newPerson(server);
    for (const remove of [
      () => person.client.rest('delete', '/auth/avatar'),
      () => person.client.graphql('mutation { removeAvatar { user { avatar } } }'),
    ]) {
      const { avatar } = (await send(person, await square())).body.data.user;
      await remove();
      const gone = await fetch(server.url + avatar);
      expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, null]);
      const after = await me(person);
      expect([after.avatar, await kept(person)]).toEqual([null, []]);
      await remove();
      expect(await me(person)).toEqual(after);
    }
  });

  it('is stored once per key, and another file under the key is a conflict', async () => {
    const person = await newPerson(server);
    const key = { 'idempotency-key': 'the-one' };
    const first = await send(person, await square(), key);
    const again = await send(person, await square(), key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await send(person, await saved('webp'), key)).status).toBe(409);
    expect((await me(person)).avatar).toBe(first.body.data.user.avatar);
  });

  it('of two concurrent uploads remains once, at the URL in the profile', async () => {
    const person = await newPerson(server);
    const files = [await saved('png', RED), await saved('png', BLUE)];
    const answers = await Promise.all(files.map((file) => send(person, file)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { avatar } = await me(person);
    expect(await kept(person)).toEqual([{ path: avatar }]);
    const found = await Promise.all(answers.map(({ body }) => fetch(server.url + body.data.user.avatar)));
    expect(found.map(({ status }) => status)).toContain(200);
    expect((await fetch(server.url + avatar)).status).toBe(200);
  });

  it('is served only at its exact URL', async () => {
    for (const path of [
      '/avatars',
      '/avatars/',
      '/avatars/x.webp',
      `/avatars/${mara.id}.webp`,
      `/avatars/${mara.id}`,
    ]) {
      const { status, headers } = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      expect([status, headers.get('content-type')], path).toEqual([404, 'application/json; charset=utf-8']);
    }
  });
});

describe('an uploaded picture', () => {
  const refusal = async (file: Uint8Array, headers?: Record<string, string>): Promise<unknown> => {
    const { status, body } = await send(mara, file, headers);
    return status === 422 && body.code === 'VALIDATION_FAILED' ? body.errors : { status };
  };
  const unreadable = { avatar: [AVATAR_REFUSALS.unreadable] };

  it('is recognized by its content, whatever its header says', async () => {
    for (const type of ['application/json', 'text/html', 'image/svg+xml', 'application/x-www-form-urlencoded', '']) {
      expect((await send(mara, await square(), { 'content-type': type })).status, type).toBe(200);
    }
    const { avatar } = await me(mara);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const forged: Record<string, Uint8Array> = {
      svg: Buffer.from(svg),
      'svg with a prolog': Buffer.from(`<?xml version="1.0"?>${svg}`),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      json: Buffer.from('{"avatar":"https://tern.example/a.png"}'),
      zip: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
      'only a mark of PNG': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)]),
      'only a mark of JPEG': Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg)]),
      'only a mark of WebP': Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), Buffer.from(svg)]),
      gif: await saved('gif'),
      tiff: await saved('tiff'),
      avif: await saved('avif'),
    };
    for (const [name, file] of Object.entries(forged)) expect(await refusal(file), name).toEqual(unreadable);
    expect(await refusal(new Uint8Array())).toEqual({ avatar: [AVATAR_REFUSALS.missing] });
    // compressed: its decompressed size would be unlimited
    expect(await refusal(await square(), { 'content-encoding': 'gzip' })).toEqual({ status: 415 });
    expect((await me(mara)).avatar).toBe(avatar);
  });

  it('is refused if it is truncated anywhere', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const drawn = sharp({ create: { width: 300, height: 200, channels: 3, background: RED, noise } });
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const whole = await drawn.clone().toFormat(format).toBuffer();
      for (const part of [0.01, 0.5, 0.99]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part));
        expect(await refusal(cut), `${part} of ${format}`).toEqual(unreadable);
      }
    }
  });

  it('is refused without its end, even with all its pixels', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const whole = await plain(1, 1).toFormat(format).toBuffer();
      for (const missing of [1, 6, 13]) {
        expect(await refusal(whole.subarray(0, -missing)), `${format} without ${missing}`).toEqual(unreadable);
      }
      expect((await send(mara, whole)).status).toBe(200);
    }
    // as small as possible: 60 of its 68 bytes hold the pixel
    const tiny = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect(await refusal(tiny.subarray(0, 60))).toEqual(unreadable);
  });

  it('loses its metadata', async () => {
    const mark = '<script>alert("polyglot")</script>';
    const exif = { IFD0: { Copyright: mark }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
    const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
    const photo = await plain(300, 200).withExif(exif).withIccProfile('p3').jpeg().toBuffer();
    for (const file of [photo, await saved('png'), await saved('webp')]) {
      const picture = await shown(mara, Buffer.concat([file, Buffer.from(mark), zip]));
      expect(picture.includes('script')).toBe(false);
      expect(picture.includes('PK\x05\x06')).toBe(false);
      const { exif: left, icc, xmp, iptc } = await sharp(picture).metadata();
      expect({ left, icc, xmp, iptc }).toEqual({ left: undefined, icc: undefined, xmp: undefined, iptc: undefined });
    }
  });

  it('is rotated by its EXIF orientation', async () => {
    // red on the left in the file, so at the top after a quarter turn
    const half = await plain(100, 200, BLUE).png().toBuffer();
    const lying = plain(200, 200, RED).composite([{ input: half, left: 100, top: 0 }]);
    const picture = await shown(mara, await lying.withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const [top, bottom] = [await pixelAt(picture, 128, 20), await pixelAt(picture, 128, 236)];
    expect([top[0], bottom[2]].every((value) => Number(value) > 200)).toBe(true);
    expect([top[2], bottom[0]].every((value) => Number(value) < 60)).toBe(true);
  });

  it('can be transparent, CMYK, 16-bit, animated or a line', async () => {
    const seeThrough = await shown(mara, await saved('png', { ...RED, alpha: 0 }));
    expect((await pixelAt(seeThrough, 9, 9))[3]).toBe(0);
    const close = async (file: Buffer, wanted: number[]): Promise<void> => {
      const found = await pixelAt(await shown(mara, file), 128, 128);
      for (const [index, value] of wanted.entries()) expect(Math.abs((found[index] ?? -99) - value)).toBeLessThan(40);
    };
    await close(await plain(90, 60, RED).toColourspace('cmyk').jpeg().toBuffer(), [255, 0, 0]);
    await close(
      await plain(90, 60, { r: 128, g: 128, b: 128 }).toColourspace('grey16').png().toBuffer(),
      [128, 128, 128],
    );
    await close(await plain(1, 16_000, BLUE).png().toBuffer(), [0, 0, 255]);
    const frames = [await saved('png', RED), await saved('png', BLUE)];
    await close(
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
      [255, 0, 0],
    );
  });

  it('is refused for too many pixels before decoding', async () => {
    const many = { avatar: [AVATAR_REFUSALS.tooManyPixels] };
    const bomb = await plain(10_000, 6_000).png().toBuffer();
    expect(bomb.length).toBeLessThan(AVATAR.bytes);
    expect(await refusal(bomb)).toEqual(many);
    expect(await refusal(await plain(16_000, 1_501).webp().toBuffer())).toEqual(many);
    // 3,600 million pixels, by its header alone
    const lying = Buffer.from(await square());
    lying.writeUInt32BE(60_000, 16);
    lying.writeUInt32BE(60_000, 20);
    expect(await refusal(lying)).toHaveProperty('avatar');
    expect((await send(mara, await plain(6_000, 4_000).jpeg().toBuffer())).status).toBe(200);
  });

  it('can have 5 MB and not a byte more, with or without Content-Length', async () => {
    const person = await newPerson(server);
    const full = Buffer.concat([await square(), Buffer.alloc(AVATAR.bytes)]).subarray(0, AVATAR.bytes);
    expect((await send(person, full)).status).toBe(200);
    const { avatar } = await me(person);
    const more = Buffer.concat([full, Buffer.from('x')]);
    const said = await send(person, more);
    expect([said.status, said.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const unsaid = await fetch(`${server.url}/api/auth/avatar`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.client.token}` },
      body: new Blob([more]).stream(),
      duplex: 'half',
    });
    expect(unsaid.status).toBe(413);
    expect((await me(person)).avatar).toBe(avatar);
  });

  it('is not read without a sign-in', async () => {
    for (const client of [new Client(server), new Client(server, 'no.such.token')]) {
      const { status, body } = await answerOf(begin({ client }, AVATAR.bytes));
      expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  it('is not shown if the session ends while it arrives', async () => {
    const person = await newPerson(server);
    const file = await square();
    const headers = { 'content-length': file.length, authorization: `Bearer ${person.client.token}` };
    const asked = server.asked.length;
    const request = httpRequest(`${server.url}/api/auth/avatar`, { method: 'PUT', headers, agent: false });
    request.write(file.subarray(0, 10));
    await expect.poll(() => server.asked.length).toBeGreaterThan(asked);
    await rows(server, 'update session set revoked_at = now() where user_id = ?', [person.id]);
    request.end(file.subarray(10));
    expect((await answerOf(request)).status).toBe(401);
    expect(await kept(person)).toEqual([]);
  });
});

describe('concurrent uploads', () => {
  it('are limited to two per person and sixteen in all, and an aborted one frees its slot', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => newPerson(server)));
    const [greedy, ...others] = people as [Person, ...Person[]];
    const open: ClientRequest[] = [];
    const refused: unknown[] = [];
    // either one: the accepted uploads wait for the rest of their files
    const beginFor = (person: Person, times: number): void => {
      for (let count = 0; count < times; count++) {
        const request = begin(person, 1000);
        open.push(request);
        const tell = ({ status, headers, body }: Awaited<ReturnType<typeof answerOf>>): void =>
          void refused.push([status, headers['retry-after'], body.message]);
        answerOf(request).then(tell, () => undefined);
      }
    };
    const busy = [503, '5', 'Too many pictures at once, please try again'];
    beginFor(greedy, 3);
    await expect.poll(() => refused).toEqual([busy]);
    expect((await send(others[0] as Person, await square())).status).toBe(200);
    for (const person of others) beginFor(person, 2);
    await expect.poll(() => refused).toEqual([busy, busy, busy]);
    expect((await send(others[0] as Person, await square())).status).toBe(503);
    for (const request of open) request.destroy();
    await expect.poll(async () => (await send(greedy, await square())).status).toBe(200);
    expect(refused).toHaveLength(3);
  });

  it('are rate limited per person, unread and with Retry-After', async () => {
    const limiting = closeAfterTest(await startServer({ databaseUrl: server.databaseUrl, env: { RATE_LIMIT: 'on' } }));
    const client = new Client(limiting, mara.client.token);
    const { points } = RATES.avatarPerPerson;
    for (let count = 0; count < points; count++) {
      expect((await client.rest('put', '/auth/avatar', Buffer.from('x'))).status).toBe(422);
    }
    const { status, headers } = await answerOf(begin({ client }, AVATAR.bytes));
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    // removing a picture is not limited
    expect((await client.rest('delete', '/auth/avatar')).status).toBe(204);
  });
});
