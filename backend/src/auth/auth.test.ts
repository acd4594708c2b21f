import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, Client, newPerson, newProject, type Person } from '../../test/support/client.js';
import { startServer, type TestServer } from '../../test/support/harness.js';
import { rows } from '../../test/support/rows.js';
import { MEMBER, USER } from '../../test/support/selections.js';

let server: TestServer;
let anonymous: Client;
let mara: Person;
beforeAll(async () => {
  server = await startServer();
  anonymous = new Client(server);
  mara = await newPerson(server);
});
afterAll(() => server.close());

let count = 0;
const account = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return {
    firstName: 'Ines',
    lastName: 'Sol',
    username: `ines.${count}`,
    email: `ines.${count}@tern.example`,
    password: 'Granite7stones',
    ...fields,
  };
};
const register = (fields?: Record<string, unknown>) => anonymous.rest('post', '/auth/register', account(fields));
const login = (email: unknown, password: unknown) => anonymous.rest('post', '/auth/login', { email, password });
const accounts = async () => (await rows(server, 'select id from account')).length;

const REQUIRED = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  username: 'Username is required',
  email: 'Email is required',
  password: 'Password is required',
};
const COMPOSITION = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';

describe('registration', () => {
  it('names every field that is missing, empty or not a text', async () => {
    const wanted = Object.fromEntries(Object.entries(REQUIRED).map(([name, message]) => [name, [message]]));
    const none = Object.fromEntries(Object.keys(REQUIRED).map((name) => [name, undefined]));
    const empty = Object.fromEntries(Object.keys(REQUIRED).map((name) => [name, '']));
    const wrong = Object.fromEntries(Object.keys(REQUIRED).map((name) => [name, 7]));
    const required = { key: 'required', params: {} };
    const noText = { key: 'wrongType', params: { expected: 'string' } };
    for (const [fields, reason] of [
      [none, required],
      [empty, required],
      [wrong, noText],
    ] as const) {
      const { status, body } = await register(fields);
      expect(status).toBe(422);
      expect(body).toEqual({
        message: 'First name is required',
        code: 'VALIDATION_FAILED',
        errors: wanted,
        reasons: Object.keys(wanted).map((field) => ({ field, ...reason })),
      });
    }
  });

  it.each([
    ['firstName', '   ', 'First name is required'],
    ['firstName', '\u200b\u00ad', 'First name is required'],
    ['username', '\u2060'.repeat(3), 'Username is required'],
    ['firstName', 'n'.repeat(51), 'First name must be at most 50 characters'],
    ['lastName', 'n'.repeat(51), 'Last name must be at most 50 characters'],
    ['firstName', 'nul\u0000', 'First name contains characters that cannot be stored'],
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', 'u'.repeat(51), 'Username must be at most 50 characters'],
    ['username', 'two words', 'Username must not contain spaces or @'],
    ['username', 'a@b', 'Username must not contain spaces or @'],
    ['email', 'tern.example', 'Invalid email'],
    ['email', `${'e'.repeat(250)}@tern.example`, 'Invalid email'],
    ['password', 'Short7s', 'Password must be at least 8 characters'],
    ['password', 'granite7stones', COMPOSITION],
    ['password', 'GRANITE7STONES', COMPOSITION],
    ['password', 'GraniteStones', COMPOSITION],
    ['password', `Aa1${'x'.repeat(70)}`, 'Password must be at most 72 bytes long'],
    ['password', `Aa1${'ü'.repeat(35)}`, 'Password must be at most 72 bytes long'],
    ['password', 'Granite7\u0000stones', 'Password contains characters that cannot be stored'],
  ])('refuses %s %j', async (field, value, message) => {
    const before = await accounts();
    const { status, body } = await register({ [field]: value });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [message] } });
    expect(await accounts()).toBe(before);
  });

  it.each([
    ['firstName', 'n'.repeat(50)],
    ['firstName', 'علی\u200cرضا'],
    ['username', 'abc'],
    ['username', 'u'.repeat(50)],
    ['password', `Aa1${'x'.repeat(69)}`],
    ['password', 'Pässwort1'],
  ])('accepts %s %j', async (field, value) => {
    expect((await register({ [field]: value })).status).toBe(201);
  });

  it('signs in immediately, trims names and keeps the password unchanged', async () => {
    const email = 'spaces@tern.example';
    const { status, body } = await register({ firstName: ' Ines ', email: ` ${email} `, password: ' Granite7stones ' });
    expect(status).toBe(201);
    expect(body.data.user).toMatchObject({ firstName: 'Ines', email, avatar: null });
    const me = await new Client(server, body.data.tokens.accessToken).rest('get', '/auth/me');
    expect(me.body.data.user).toEqual(body.data.user);
    expect((await login(email, 'Granite7stones')).status).toBe(401);
    expect((await login(email, ' Granite7stones ')).status).toBe(200);
  });

  it('names both, where the email and the username are taken', async () => {
    const names = { email: 'both@tern.example', username: 'both' };
    expect((await register(names)).status).toBe(201);
    const { body } = await register({ email: 'BOTH@tern.example', username: 'Both' });
    expect(body.errors).toEqual({ email: ['Email is already taken'], username: ['Username is already taken'] });
    const other = await newPerson(server);
    const put = (fields: object) =>
      other.client.rest('put', '/auth/profile', { ...fields, currentPassword: other.password });
    expect((await put(names)).body.errors).toEqual(body.errors);
    const own = { email: names.email, username: other.username };
    expect(Object.keys((await put(own)).body.errors)).toEqual(['email']);
  });

  it.each([
    ['email', 'Taken@Tern.example', 'taken@tern.EXAMPLE', 'Email is already taken'],
    ['username', 'Marlow', 'mARLOW', 'Username is already taken'],
  ])('refuses a taken %s in another case at its field', async (field, first, second, message) => {
    expect((await register({ [field]: first })).status).toBe(201);
    const before = await accounts();
    const { status, body } = await register({ [field]: second });
    expect(status).toBe(422);
    const reasons = [{ field, key: 'taken', params: {} }];
    expect(body).toEqual({ message, code: 'VALIDATION_FAILED', errors: { [field]: [message] }, reasons });
    expect(await accounts()).toBe(before);
  });

  it('lets one of several concurrent registrations have a name', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => register({ username: 'only.one' })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  });

  it('ignores fields it does not know', async () => {
    const { body } = await register({ avatar: 'x', id: mara.id, createdAt: '2001-01-01T00:00:00Z' });
    expect(body.data.user.avatar).toBeNull();
    expect(body.data.user.id).not.toBe(mara.id);
  });

  it('refuses a body that is no object', async () => {
    for (const body of ['[]', '"text"', '7']) {
      expect(await anonymous.rest('post', '/auth/register', body)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST' },
      });
    }
  });
});

describe('an e-mail address', () => {
  it.each([
    ["o'brien@tern.example", undefined],
    ['a&b=c@tern.example', undefined],
    ['a.@b--c.example', undefined],
    ['ines@localhost', undefined],
    ['ines@127.0.0.1', undefined],
    ['x@münchen.example', 'x@xn--mnchen-3ya.example'],
    ['x@BÜCHER.example', 'x@xn--bcher-kva.example'],
    ['x@ｔｅｒｎ.test', 'x@tern.test'],
  ])('accepts %s, as browsers do', async (email, kept = email) => {
    const { status, body } = await register({ email });
    expect([status, body.data?.user.email]).toEqual([201, kept]);
    for (const written of [email, kept.toUpperCase()]) {
      expect((await login(written, 'Granite7stones')).status).toBe(200);
      expect((await register({ email: written })).body.errors).toEqual({ email: ['Email is already taken'] });
    }
    const found = await mara.client.rest('get', `/users/lookup?emailOrUsername=${encodeURIComponent(email)}`);
    expect(found.body.data.id).toBe(body.data.user.id);
  });

  it.each([
    'müller@tern.example',
    'a b@tern.example',
    'a@b@tern.example',
    'a@tern_example',
    'a@-tern.example',
    'a@tern..example',
    'a@münchen.example:80',
    'a@münchen.example/path',
    'a@mün chen.example',
    'a@münchen.example.',
    '@tern.example',
    'ü@',
    `a@${'ü'.repeat(250)}`,
    `a@${'ü.'.repeat(100)}ü`,
    `a@${'ü'.repeat(20_000)}`,
  ])('rejects %s', async (email) => {
    expect((await register({ email })).body.errors).toEqual({ email: ['Invalid email'] });
  });
});

describe('login', () => {
  it('returns the user and a token, whatever the case of the address', async () => {
    const { status, body } = await login(mara.email.toUpperCase(), mara.password);
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({ id: mara.id, email: mara.email });
    const me = await new Client(server, body.data.tokens.accessToken).rest('get', '/auth/me');
    expect(me.body.data.user.id).toBe(mara.id);
  });

  it('names every field that is missing', async () => {
    const { status, body } = await login(undefined, '');
    expect(status).toBe(422);
    expect(body.errors).toEqual({ email: ['Email is required'], password: ['Password is required'] });
    expect((await login('no address', 'x')).body.errors).toEqual({ email: ['Invalid email'] });
  });

  it('gives identical answers to an unknown address and a wrong password', async () => {
    const wrong = await login(mara.email, 'Wrong7password');
    const unknown = await login('stranger@tern.example', 'Wrong7password');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.body).toEqual({ message: 'Invalid email or password', code: 'UNAUTHENTICATED' });
    const document = 'mutation($input: LoginInput!) { login(input: $input) { user { id } } }';
    const [one, two] = await Promise.all(
      [mara.email, 'stranger@tern.example'].map((email) =>
        anonymous.graphql(document, { input: { email, password: 'Wrong7password' } }),
      ),
    );
    expect(two?.text).toBe(one?.text);
    expect(one?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('opens a session each time, independent of the others', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => login(mara.email, mara.password)));
    const [first, second] = [one, two].map((answer) => new Client(server, answer?.body.data.tokens.accessToken));
    expect((await first?.rest('post', '/auth/logout'))?.status).toBe(204);
    expect((await first?.rest('get', '/auth/me'))?.status).toBe(401);
    expect((await second?.rest('get', '/auth/me'))?.status).toBe(200);
  });
});

describe('logout', () => {
  it('invalidates the token in both transports', async () => {
    const { client } = await newPerson(server);
    expect(await client.rest('post', '/auth/logout')).toMatchObject({ status: 204, body: null });
    expect((await client.rest('get', '/projects')).status).toBe(401);
    expect((await client.rest('post', '/auth/logout')).status).toBe(401);
    expect((await client.graphql('{ me { id } }')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('returns the ended session in GraphQL', async () => {
    const { client, id } = await newPerson(server);
    const { data } = await client.graphql('mutation { logout { sessionId } }');
    const [session] = await rows(
      server,
      'select user_id, revoked_at is not null as revoked from session where id = ?',
      [data.logout.sessionId],
    );
    expect(session).toEqual({ user_id: id, revoked: true });
  });
});

describe('what others see of a person', () => {
  it('never has an e-mail address but one’s own', async () => {
    const jon = await newPerson(server, 'Jon');
    const { id } = await newProject(mara);
    await addMember(mara, id, jon);
    const { body } = await jon.client.rest('get', `/projects/${id}/members`);
    const emails = body.data.map(({ user }: { user: { id: string; email: string | null } }) => [user.id, user.email]);
    expect(emails).toEqual([
      [mara.id, null],
      [jon.id, jon.email],
    ]);
    const { text } = await jon.client.graphql(
      `query($id: ID!, $name: String!) { project(id: $id) { members { nodes { ${MEMBER} } } } userLookup(emailOrUsername: $name) { ${USER} } }`,
      { id, name: mara.email },
    );
    expect(text).toContain(jon.email);
    expect(text).not.toContain(mara.email);
  });

  it('never has a password or its hash', async () => {
    const answers = [
      (await register({ email: 'hash@tern.example' })).text,
      (await login('hash@tern.example', 'Granite7stones')).text,
      (await mara.client.rest('get', '/auth/me')).text,
      (await mara.client.graphql('{ __schema { types { name fields { name } } } }')).text,
    ];
    for (const text of answers) {
      expect(text).not.toMatch(/passwordHash|password_hash|\$2[aby]\$/);
      expect(text).not.toContain('Granite7stones');
    }
  });

  it('keeps the password as a bcrypt hash only', async () => {
    const [row] = await rows<{ password_hash: string }>(server, 'select password_hash from account where id = ?', [
      mara.id,
    ]);
    expect(row?.password_hash).toMatch(/^\$2[aby]\$/);
  });
});

describe('userLookup', () => {
  it('returns only public fields in REST, and requires a name', async () => {
    const ada = await newPerson(server, 'Ada');
    const { body } = await mara.client.rest('get', `/users/lookup?emailOrUsername=${ada.email}`);
    expect(body.data).toEqual({
      id: ada.id,
      firstName: 'Ada',
      lastName: 'Okafor',
      name: 'Ada Okafor',
      username: ada.username,
      avatar: null,
    });
    for (const query of ['', '?emailOrUsername=']) {
      expect(await mara.client.rest('get', `/users/lookup${query}`)).toMatchObject({
        status: 422,
        body: { errors: { emailOrUsername: ['Email or username is required'] } },
      });
    }
  });

  const document = 'query($it: String!) { userLookup(emailOrUsername: $it) { id name } }';
  it('finds a person by the exact address or username without case, but not by a part of it', async () => {
    const jon = await newPerson(server, 'Jon');
    const find = async (it: string) => (await mara.client.graphql(document, { it })).data.userLookup;
    expect(await find(jon.email.toUpperCase())).toEqual({ id: jon.id, name: 'Jon Okafor' });
    expect(await find(` ${jon.username} `)).toEqual({ id: jon.id, name: 'Jon Okafor' });
    for (const it of [jon.username.slice(0, -1), '%', '', ' ', '\u0000', 'Jon']) expect(await find(it)).toBeNull();
  });
});
