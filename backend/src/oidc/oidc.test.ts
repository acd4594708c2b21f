import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client, newAccount, newPerson, PASSWORD, type Person, type RestResult } from '../../test/support/client.js';
import { closeAfterTest } from '../../test/support/harness.js';
import { type MailServer, startMailServer, subjects } from '../../test/support/jobQueue.js';
import {
  Browser,
  type Claims,
  type ProviderAnswer,
  startProvider,
  type TestProvider,
} from '../../test/support/oidcProvider.js';
import { rows } from '../../test/support/rows.js';
import { enableTwoFactor } from '../../test/support/twoFactor.js';
import { createPasswordLink } from '../accounts/operator.service.js';
import { mailAccount } from '../auth/mail.job.js';
import { relinkIssuer } from './relinkIssuer.js';

interface World {
  server: MailServer;
  provider: TestProvider;
}

async function startWorld(
  env: Record<string, string> = {},
  options: Parameters<typeof startProvider>[0] = {},
): Promise<World> {
  const provider = await startProvider(options);
  onTestFinished(() => provider.stop());
  return { server: closeAfterTest(await startMailServer({ env: { ...provider.env, ...env } })), provider };
}

/** A world with the accounts of another one, and other settings. */
async function startAgain({ server: { databaseUrl }, provider }: World, env: object): Promise<World> {
  return { server: closeAfterTest(await startMailServer({ env: { ...provider.env, ...env }, databaseUrl })), provider };
}

const DEVICE = { 'x-device': 'a'.repeat(43) };

interface Begun {
  url: string;
  state: string;
  verifier: string;
}

const begin = async (client: Client, input: object = {}): Promise<Begun> => {
  const { status, body } = await client.rest('post', '/auth/oidc/begin', input);
  expect(status).toBe(200);
  return body.data;
};
const complete = (client: Client, answer: object): Promise<RestResult> =>
  client.rest('post', '/auth/oidc/complete', answer, DEVICE);

/** Begins, signs in at the provider and completes. */
async function enter(
  { server, provider }: World,
  subject: string,
  {
    client = new Client(server),
    input = {},
    extra = {},
    browser,
  }: { client?: Client; input?: object; extra?: object; browser?: Browser } = {},
): Promise<RestResult> {
  const { url, verifier } = await begin(client, input);
  return complete(client, { ...(await provider.signIn(url, subject, browser)), verifier, ...extra });
}

const addPerson = ({ provider }: Pick<World, 'provider'>, claims: Claims = {}): { subject: string; email: string } => {
  const subject = randomUUID();
  const email = `${subject.slice(0, 8)}@tern.example`;
  provider.people.set(subject, {
    email,
    email_verified: true,
    given_name: 'Ines',
    family_name: 'Sol',
    preferred_username: `ines-${subject.slice(0, 8)}`,
    ...claims,
  });
  return { subject, email };
};

/** Marks an address as verified, as its mail does. */
const verify = async (server: MailServer, { id, email }: Person): Promise<void> => {
  await rows(
    server,
    `insert into verified_email (user_id, email, verified_at) values ('${id}', lower('${email}'), now())`,
  );
};

/** Links an identity to a person's account. */
async function link(world: World, person: Person, subject: string, given: object = { currentPassword: PASSWORD }) {
  const { status, body } = await person.client.rest('post', '/auth/identities', given);
  expect([status, body]).toMatchObject([200, {}]);
  const { url, verifier } = body.data as Begun;
  return complete(person.client, { ...(await world.provider.signIn(url, subject)), verifier });
}
const identitiesOf = async ({ client }: Person) =>
  (await client.rest('get', '/auth/identities')).body.data as { id: string; subject: string }[];

const withToken = (server: MailServer, { body }: RestResult): Client =>
  new Client(server, body.data.tokens.accessToken);

describe('a sign-in at the provider', () => {
  it('creates an account with a verified address, and signs in to it from then on', async () => {
    const world = await startWorld();
    const { server } = world;
    const { subject, email } = addPerson(world);
    const first = await enter(world, subject);
    expect(first.status).toBe(200);
    const { user } = first.body.data;
    expect(user).toMatchObject({ email, firstName: 'Ines', lastName: 'Sol', username: `ines-${subject.slice(0, 8)}` });
    expect(await rows(server, 'select email from verified_email')).toEqual([{ email }]);
    const me = await withToken(server, first).rest('get', '/auth/me');
    expect(me.body.data).toMatchObject({ hasPassword: false, user: { id: user.id } });
    // every claim may change, but not the subject
    world.provider.people.set(subject, { email: 'other@tern.example', email_verified: false });
    const again = await enter(world, subject);
    expect([again.status, again.body.data.user.id, again.body.data.user.email]).toEqual([200, user.id, email]);
    const [identity] = (await withToken(server, again).rest('get', '/auth/identities')).body.data;
    expect(identity).toMatchObject({
      provider: 'oidc',
      name: 'Harbor ID',
      issuer: world.provider.issuer,
      subject,
      email: 'other@tern.example',
    });
  });

  it('says what is missing or taken in the claims, in words', async () => {
    const world = await startWorld();
    const nameless = addPerson(world, { given_name: undefined, family_name: undefined, preferred_username: undefined });
    expect((await enter(world, nameless.subject)).body.data.user).toMatchObject({
      firstName: nameless.email.split('@')[0],
      username: nameless.email.split('@')[0],
    });
    for (const email of [undefined, 'not an address', 7]) {
      const answer = await enter(world, addPerson(world, { email }).subject);
      expect([answer.status, answer.body.message]).toEqual([
        403,
        'Harbor ID did not tell your email address, which an account needs. Ask the people who run this server.',
      ]);
    }
    const odd = addPerson(world, {
      name: 'N'.repeat(300),
      given_name: '',
      preferred_username: `a b@${'x'.repeat(99)}`,
    });
    expect((await enter(world, odd.subject)).body.data.user).toMatchObject({ username: 'a.b' });
    const names = await Promise.all(
      ['one', 'two', 'three'].map(() => enter(world, addPerson(world, { preferred_username: 'mara' }).subject)),
    );
    expect(names.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(names.map(({ body }) => body.data.user.username)).size).toBe(3);
  });

  it('asks for the second factor', async () => {
    const world = await startWorld();
    const person = await newPerson(world.server);
    const { subject } = addPerson(world);
    expect((await link(world, person, subject)).status).toBe(200);
    const { recoveryCodes } = await enableTwoFactor(person);
    const answer = await enter(world, subject);
    expect(answer.body.data).toMatchObject({ user: null, tokens: null, challenge: { token: expect.any(String) } });
    const done = await new Client(world.server).rest(
      'post',
      '/auth/login/two-factor',
      { challenge: answer.body.data.challenge.token, code: recoveryCodes[0] },
      DEVICE,
    );
    expect([done.status, done.body.data.user.id]).toEqual([200, person.id]);
  });

  it('works for two tabs at once, and for two first sign-ins of one person', async () => {
    const world = await startWorld();
    const { subject } = addPerson(world);
    const other = addPerson(world);
    const client = new Client(world.server);
    const [one, two, three] = [await begin(client), await begin(client), await begin(client)];
    const browser = new Browser();
    const answers = [
      { ...(await world.provider.signIn(one.url, subject, browser)), verifier: one.verifier },
      { ...(await world.provider.signIn(two.url, subject, browser)), verifier: two.verifier },
      { ...(await world.provider.signIn(three.url, other.subject, new Browser())), verifier: three.verifier },
    ];
    const done = await Promise.all(answers.map((answer) => complete(client, answer)));
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [a, b, c] = done.map(({ body }) => body.data.user.id as string);
    expect([a === b, a === c]).toEqual([true, false]);
    expect(await rows(world.server, 'select 1 from identity')).toHaveLength(2);
  });
});

const ENDED = 'This sign-in has ended, or began in another tab. Please start again.';

describe('a forged answer', () => {
  it('is refused: states, codes, verifiers and issuers that are forged, used or of another sign-in', async () => {
    const world = await startWorld();
    const { server, provider } = world;
    const client = new Client(server);
    const mine = addPerson(world);
    const theirs = addPerson(world);
    const answerOf = async ({ subject }: { subject: string }): Promise<ProviderAnswer & { verifier: string }> => {
      const { url, verifier } = await begin(client);
      return { ...(await provider.signIn(url, subject)), verifier };
    };
    const [victim, attacker] = [await answerOf(mine), await answerOf(theirs)];
    const forged = 'x'.repeat(43);
    const refused = [
      { ...victim, state: forged },
      { ...victim, state: attacker.state },
      // the address of the victim's page alone, as a link that an attacker sends or a referrer that they see
      { ...victim, verifier: 'v'.repeat(64) },
      { ...victim, verifier: attacker.verifier },
    ];
    for (const answer of refused) {
      const { status, body } = await complete(client, answer);
      expect([status, body.message]).toEqual([401, ENDED]);
    }
    // a wrong verifier does not end the sign-in
    expect((await complete(client, victim)).status).toBe(200);
    const replayed = await complete(client, victim);
    expect([replayed.status, replayed.body.message]).toEqual([401, ENDED]);

    const changes = [
      { code: forged },
      { iss: 'https://evil.example' },
      // the provider says that it names itself in each answer (RFC 9207)
      { iss: undefined },
      // a code that the victim's browser brought, in the attacker's sign-in
      { code: (await answerOf(mine)).code },
    ];
    for (const change of changes) {
      const answer = { ...(await answerOf(theirs)), ...change };
      expect([change, (await complete(client, answer)).status]).toEqual([change, 401]);
      // whatever was wrong, the state is used
      expect((await complete(client, answer)).status).toBe(401);
    }
    const bad = await complete(client, { state: '', code: '', verifier: 'short' });
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['state', 'code', 'verifier']]);
    expect(await rows(server, 'select 1 from account')).toHaveLength(1);
  });

  it('is refused after ten minutes', async () => {
    const world = await startWorld();
    const { url, verifier } = await begin(new Client(world.server));
    const answer = await world.provider.signIn(url, addPerson(world).subject);
    await rows(world.server, `update oidc_attempt set expires_at = expires_at - interval '10 minutes'`);
    expect((await complete(new Client(world.server), { ...answer, verifier })).status).toBe(401);
  });

  it('does not link or prove in another session', async () => {
    const world = await startWorld();
    const [ines, mara] = [await newPerson(world.server), await newPerson(world.server)];
    const { subject } = addPerson(world);
    const { body } = await ines.client.rest('post', '/auth/identities', { currentPassword: PASSWORD });
    const answer = { ...(await world.provider.signIn(body.data.url, subject)), verifier: body.data.verifier };
    for (const client of [mara.client, new Client(world.server)]) {
      expect((await complete(client, answer)).status).toBe(client.token ? 422 : 401);
    }
    expect((await complete(ines.client, answer)).body.data.user.id).toBe(ines.id);
  });
});

describe('linking by address', () => {
  it('requires that both sides have verified it', async () => {
    const world = await startWorld();
    const { server } = world;
    for (const [isOurs, isTheirs] of [
      [false, false],
      [false, true],
      [true, false],
      [true, 'false'],
      [true, undefined],
      [true, true],
    ] as const) {
      const person = await newPerson(server);
      if (isOurs) await verify(server, person);
      const { subject } = addPerson(world, { email: person.email.toUpperCase(), email_verified: isTheirs });
      const answer = await enter(world, subject);
      const isLinked = isOurs && isTheirs === true;
      expect([isOurs, isTheirs, answer.status]).toEqual([isOurs, isTheirs, isLinked ? 200 : 403]);
      if (isLinked) expect(answer.body.data.user.id).toBe(person.id);
      else expect(answer.body.message).toMatch(/^There is an account with your email address, but /);
      expect(await identitiesOf(person)).toHaveLength(isLinked ? 1 : 0);
    }
  });

  it('gives a squatter nothing: a reset of the password ends what they set up, and then the address links', async () => {
    const world = await startWorld();
    const { server } = world;
    const squatter = await newPerson(server);
    const planted = addPerson(world);
    expect((await link(world, squatter, planted.subject)).status).toBe(200);
    const owner = addPerson(world, { email: squatter.email });
    expect((await enter(world, owner.subject)).status).toBe(403);
    await server.work();
    await new Client(server).rest('post', '/auth/forgot-password', { email: squatter.email });
    const mail = (await server.work()).find(({ subject }) => subject?.startsWith('Reset'));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const reset = await new Client(server).rest('post', '/auth/reset-password', { token, password: 'Basalt8stones' });
    expect(reset.status).toBe(200);
    const entered = await enter(world, owner.subject);
    expect([entered.status, entered.body.data.user.id]).toEqual([200, squatter.id]);
    // the planted identity is gone, and with it the way in
    const back = await enter(world, planted.subject);
    expect(back.body.data.user.id).not.toBe(squatter.id);
    expect((await squatter.client.rest('get', '/auth/me')).status).toBe(401);
    expect(
      (await new Client(server).rest('post', '/auth/login', { email: squatter.email, password: PASSWORD })).status,
    ).toBe(401);
  });
});

describe('linking and unlinking', () => {
  it('takes the password, once for each identity, and mails about it', async () => {
    const world = await startWorld();
    const { server } = world;
    const [ines, mara] = [await newPerson(server), await newPerson(server)];
    const wrong = await ines.client.rest('post', '/auth/identities', { currentPassword: 'Wrong7stones' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { currentPassword: ['Current password is incorrect'] }]);
    const none = await ines.client.rest('post', '/auth/identities', {});
    expect([none.status, none.body.errors]).toEqual([422, { currentPassword: ['Current password is required'] }]);
    await server.work();
    const { subject } = addPerson(world);
    expect((await link(world, ines, subject)).status).toBe(200);
    expect((await link(world, ines, subject)).status).toBe(200);
    expect(subjects(await server.work())).toEqual(['Harbor ID was linked to your Cairn account']);
    const taken = await link(world, mara, subject);
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'This account of Harbor ID is linked to another account here.',
    ]);
    const entered = await enter(world, subject);
    expect(entered.body.data.user.id).toBe(ines.id);
    const [identity] = await identitiesOf(ines);
    expect((await mara.client.rest('delete', `/auth/identities/${identity?.id}`)).status).toBe(404);
    expect((await ines.client.rest('delete', `/auth/identities/${identity?.id}`)).status).toBe(204);
    expect(await identitiesOf(ines)).toEqual([]);
    expect(subjects(await server.work())).toContain('Harbor ID was unlinked from your Cairn account');
  });

  it('links nothing in a session that ends while the provider is asked', async () => {
    const world = await startWorld();
    const { server } = world;
    const ines = await newPerson(server);
    const { oidc } = server.resources;
    if (!oidc) throw new Error('the server has no provider');
    const ask = oidc.complete.bind(oidc);
    oidc.complete = async (answer) => {
      const person = await ask(answer);
      await rows(server, 'update session set revoked_at = now() where user_id = ?', [ines.id]);
      return person;
    };
    expect((await link(world, ines, addPerson(world).subject)).status).toBe(401);
    expect(await rows(server, 'select id from identity where user_id = ?', [ines.id])).toEqual([]);
  });

  it('links at most five', async () => {
    const world = await startWorld();
    const ines = await newPerson(world.server);
    for (let count = 1; count <= 6; count += 1) {
      expect((await link(world, ines, addPerson(world).subject)).status).toBe(count <= 5 ? 200 : 409);
    }
  });

  it('links at most five by the address, too', async () => {
    const world = await startWorld();
    const { email, subject } = addPerson(world);
    expect((await enter(world, subject)).status).toBe(200);
    for (let count = 2; count <= 6; count += 1) {
      const other = addPerson(world, { email });
      expect((await enter(world, other.subject)).status).toBe(count <= 5 ? 200 : 409);
    }
  });

  it('verifies the address that the provider has verified, and ends all other sessions', async () => {
    const world = await startWorld();
    const { server } = world;
    const ines = await newPerson(server);
    const login = await new Client(server).rest('post', '/auth/login', { email: ines.email, password: PASSWORD });
    const { subject } = addPerson(world, { email: ines.email });
    expect((await link(world, ines, subject)).status).toBe(200);
    expect(await rows(server, `select 1 from verified_email where user_id = '${ines.id}'`)).toHaveLength(1);
    expect((await withToken(server, login).rest('get', '/auth/me')).status).toBe(401);
    expect((await ines.client.rest('get', '/auth/me')).status).toBe(200);
  });

  it('verifies the address when the provider has verified it later, and ends nothing', async () => {
    const world = await startWorld();
    const { server, provider } = world;
    const ines = await newPerson(server);
    const { subject } = addPerson(world, { email: ines.email, email_verified: false });
    expect((await link(world, ines, subject)).status).toBe(200);
    await enableTwoFactor(ines);
    const verified = () => rows(server, `select 1 from verified_email where user_id = '${ines.id}'`);
    provider.people.set(subject, { email: 'other@tern.example', email_verified: true });
    await enter(world, subject);
    provider.people.set(subject, { email: ines.email, email_verified: false });
    await enter(world, subject);
    expect(await verified()).toEqual([]);
    provider.people.set(subject, { email: ines.email.toUpperCase(), email_verified: true });
    expect((await enter(world, subject)).body.data.challenge).toBeTruthy();
    expect(await verified()).toHaveLength(1);
    expect((await enter(world, subject)).body.data.challenge).toBeTruthy();
    expect((await ines.client.rest('get', '/auth/me')).body.data.emailVerifiedAt).toEqual(expect.any(String));
  });

  it('names the provider of an unlinked identity in the mail, also one that the server no longer uses', async () => {
    const world = await startWorld();
    const { server } = world;
    const ines = await newPerson(server);
    expect((await link(world, ines, addPerson(world).subject)).status).toBe(200);
    await rows(server, `update identity set issuer = 'https://old.example/realms/tern'`);
    const [identity] = await identitiesOf(ines);
    expect(identity).toMatchObject({ provider: null, name: 'old.example' });
    await server.work();
    expect((await ines.client.rest('delete', `/auth/identities/${identity?.id}`)).status).toBe(204);
    expect(subjects(await server.work())).toEqual(['old.example was unlinked from your Cairn account']);
  });

  it('keeps the last way in', async () => {
    const world = await startWorld();
    const { server } = world;
    const { subject } = addPerson(world);
    const client = withToken(server, await enter(world, subject));
    const [{ id }] = (await client.rest('get', '/auth/identities')).body.data;
    const refused = await client.rest('delete', `/auth/identities/${id}`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This is your only way to sign in. Set a password first.',
    ]);
    const { url, verifier } = await begin(client, { for: 'PROOF' });
    const proved = await complete(client, { ...(await world.provider.signIn(url, subject)), verifier });
    const { token: proof } = proved.body.data.proof;
    const set = await client.rest('put', '/auth/change-password', { proof, newPassword: 'Basalt8stones' });
    expect(set.status).toBe(200);
    expect((await client.rest('delete', `/auth/identities/${id}`)).status).toBe(204);
  });
});

describe('a proof', () => {
  it('confirms what a password confirms, in this session, for five minutes, by an identity of the same person', async () => {
    const world = await startWorld();
    const { server, provider } = world;
    const { subject } = addPerson(world);
    const other = addPerson(world);
    const client = withToken(server, await enter(world, subject));
    const elsewhere = withToken(server, await enter(world, subject));
    expect((await new Client(server).rest('post', '/auth/oidc/begin', { for: 'PROOF' })).status).toBe(401);

    const wrong = await enter(world, other.subject, { client, input: { for: 'PROOF' } });
    expect([wrong.status, wrong.body.message]).toEqual([
      403,
      'You signed in to Harbor ID with an account that is not linked here. Use the linked one.',
    ]);
    const { url, verifier } = await begin(client, { for: 'PROOF' });
    expect(new URL(url).searchParams.get('max_age')).toBe('60');
    const { body } = await complete(client, { ...(await provider.signIn(url, subject)), verifier });
    expect(body.data).toMatchObject({ user: null, tokens: null, challenge: null });
    const proof: string = body.data.proof.token;
    const setUp = (by: Client, given: object) => by.rest('post', '/auth/two-factor', given);
    for (const answer of [await setUp(elsewhere, { proof }), await setUp(client, { proof: 'x'.repeat(43) })]) {
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { proof: ['This confirmation has ended. Please confirm again.'] },
      ]);
    }
    expect((await setUp(client, { proof })).status).toBe(200);
    await rows(server, `update sign_in_proof set expires_at = expires_at - interval '5 minutes'`);
    expect((await setUp(client, { proof })).status).toBe(422);
  });

  it('requires that the person just signed in at the provider', async () => {
    const world = await startWorld();
    const { subject } = addPerson(world);
    const browser = new Browser();
    const client = withToken(world.server, await enter(world, subject, { browser }));
    const { url, verifier } = await begin(client, { for: 'PROOF' });
    // as a provider that ignores max_age
    const lenient = new URL(url);
    lenient.searchParams.delete('max_age');
    const answer = await world.provider.signIn(lenient.href, subject, browser);
    const { status, body } = await complete(client, { ...answer, verifier });
    expect([status, body.message]).toEqual([
      403,
      'Harbor ID did not ask you to sign in again. Sign out there and try again.',
    ]);
  });
});

describe('who may sign up', () => {
  it.each([
    [{ OIDC_SIGN_UP: 'off' }, /^There is no account for you here, and Harbor ID does not create one/],
    [{ SIGN_UP: 'closed' }, /^Sign-up is closed on this server/],
    [{ SIGN_UP: 'invited' }, /^You need an invitation/],
    [{ SIGN_UP_DOMAINS: 'yard.example' }, /^Only addresses at yard\.example/],
  ])('%o closes sign-up, and accounts still sign in', async (env, message) => {
    const open = await startWorld();
    const known = addPerson(open);
    expect((await enter(open, known.subject)).status).toBe(200);
    const world = await startAgain(open, env);
    const answer = await enter(world, addPerson(world).subject);
    expect(answer.body.message).toMatch(message);
    expect(answer.status).toBe('SIGN_UP_DOMAINS' in env ? 422 : 403);
    expect((await enter(world, known.subject)).status).toBe(200);
  });

  it('OIDC_SIGN_UP=on lets the provider decide', async () => {
    const world = await startWorld({ OIDC_SIGN_UP: 'on', SIGN_UP: 'closed' });
    await newPerson(world.server);
    expect((await enter(world, addPerson(world).subject)).status).toBe(200);
  });

  it('joins the project of an invitation', async () => {
    const world = await startWorld({ SIGN_UP: 'invited' });
    const { server } = world;
    const owner = await newPerson(server);
    const { body } = await owner.client.rest('post', '/projects', { name: 'Tern launch' });
    const { subject, email } = addPerson(world);
    await owner.client.rest('post', `/projects/${body.data.id}/invitations`, { email, role: 'MEMBER' });
    const mail = (await server.work()).find(({ text }) => text?.includes('/invitation?token='));
    const invitation = /\/invitation\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const other = await enter(world, addPerson(world).subject, { extra: { invitation } });
    expect([other.status, other.body.errors]).toEqual([422, { email: [`This invitation is for ${email}`] }]);
    const answer = await enter(world, subject, { extra: { invitation } });
    expect(answer.status).toBe(200);
    const project = await withToken(server, answer).rest('get', `/projects/${body.data.id}`);
    expect(project.body.data.memberIds).toContain(answer.body.data.user.id);
  });
});

describe('accounts that end', () => {
  it('refuses a suspended account, and admits one with a pending deletion until it is deleted', async () => {
    const world = await startWorld();
    const { server } = world;
    const { subject } = addPerson(world);
    const first = await enter(world, subject);
    const { id } = first.body.data.user;
    await rows(server, `update account set suspended_at = now() where id = '${id}'`);
    const suspended = await enter(world, subject);
    expect([suspended.status, suspended.body.message]).toEqual([
      403,
      'This account is suspended. Ask the people who run this server.',
    ]);
    await rows(
      server,
      `update account set suspended_at = null, deletion_at = now() + interval '3 days' where id = '${id}'`,
    );
    const leaving = await enter(world, subject);
    expect(leaving.status).toBe(200);
    const client = withToken(server, leaving);
    expect((await client.rest('get', '/auth/me')).body.data.deletionAt).toEqual(expect.any(String));
    expect((await client.rest('post', '/auth/oidc/begin', { for: 'PROOF' })).status).toBe(403);
    expect((await client.rest('post', '/auth/identities', {})).status).toBe(403);
    await rows(server, `update account set deletion_at = now() - interval '1 day' where id = '${id}'`);
    const gone = await enter(world, subject);
    expect([gone.status, gone.body.message]).toEqual([403, 'This account has been deleted.']);
  });
});

describe('a provider that is down', () => {
  it('does not stop the start, and works when it is back', async () => {
    const world = await startWorld({}, { started: false });
    const { server, provider } = world;
    const ways = await new Client(server).rest('get', '/auth/ways');
    expect(ways.body.data).toEqual({ password: true, oidc: [{ id: 'oidc', name: 'Harbor ID' }] });
    const down = await new Client(server).rest('post', '/auth/oidc/begin', {});
    expect([down.status, down.body.message]).toEqual([503, 'Harbor ID does not answer. Please try again in a moment.']);
    await provider.start();
    const { subject } = addPerson(world);
    expect((await enter(world, subject)).status).toBe(200);
    const { url, verifier } = await begin(new Client(server));
    const answer = await provider.signIn(url, subject);
    await provider.stop();
    const lost = await complete(new Client(server), { ...answer, verifier });
    expect([lost.status, lost.body.message]).toEqual([503, 'Harbor ID does not answer. Please try again in a moment.']);
    await provider.start();
    expect((await enter(world, subject)).status).toBe(200);
  });

  it('says that the client is refused', async () => {
    const world = await startWorld({ OIDC_CLIENT_SECRET: 'wrong' });
    const { status, body } = await enter(world, addPerson(world).subject);
    expect([status, body.message]).toEqual([
      503,
      'Harbor ID does not accept this server. Ask the people who run it to check its settings.',
    ]);
  });

  it.each(['', '/', '/.well-known/openid-configuration'])('takes an issuer that ends with %o', async (end) => {
    for (const path of ['', '/realms/tern', '/o/tern/']) {
      const provider = await startProvider({ path });
      onTestFinished(() => provider.stop());
      const issuer = provider.issuer.replace(/\/$/, '');
      const env = { ...provider.env, OIDC_ISSUER: issuer + end };
      const server = closeAfterTest(await startMailServer({ env }));
      const answer = await enter({ server, provider }, addPerson({ provider }).subject);
      expect([path, answer.status]).toEqual([path, 200]);
      const [identity] = (await withToken(server, answer).rest('get', '/auth/identities')).body.data;
      expect(identity).toMatchObject({ provider: 'oidc', issuer: provider.issuer.replace(/\/$/, '') });
    }
  });
});

describe('PASSWORD_SIGN_IN=off', () => {
  const SETTINGS = { PASSWORD_SIGN_IN: 'off' };
  const OFF = 'Passwords are turned off on this server. Continue with Harbor ID.';

  it('answers everyone alike in both transports, but lets administrators in', async () => {
    const { server: before, provider } = await startWorld();
    const [admin, ines] = [await newPerson(before), await newPerson(before)];
    await rows(before, `update account set is_admin = (id = '${admin.id}')`);
    const { server } = await startAgain({ server: before, provider }, SETTINGS);
    const client = new Client(server);
    const tries = [
      [ines.email, PASSWORD],
      [ines.email, 'Wrong7stones'],
      [admin.email, 'Wrong7stones'],
      ['nobody@tern.example', PASSWORD],
    ];
    const LOGIN = 'mutation ($input: LoginInput!) { login(input: $input) { user { id } } }';
    const answers = new Set<string>();
    for (const [email, password] of tries) {
      const rest = await client.rest('post', '/auth/login', { email, password });
      expect([rest.status, rest.body.message]).toEqual([403, OFF]);
      const { errors } = await client.graphql(LOGIN, { input: { email, password } });
      expect(errors).toMatchObject([{ message: OFF, extensions: { code: 'FORBIDDEN' } }]);
      answers.add(JSON.stringify({ ...rest.body, requestId: '' }));
    }
    expect(answers.size).toBe(1);
    const entered = await client.rest('post', '/auth/login', { email: admin.email, password: PASSWORD });
    expect([entered.status, entered.body.data.user.id]).toEqual([200, admin.id]);
    const registered = await client.rest('post', '/auth/register', newAccount());
    expect([registered.status, registered.body.message]).toEqual([403, OFF]);

    // a session from before, whose password confirms nothing now
    const session = new Client(server, ines.client.token);
    const off = await session.rest('post', '/auth/two-factor', { currentPassword: PASSWORD });
    expect([off.status, off.body.errors]).toEqual([
      422,
      { currentPassword: ['Passwords are turned off on this server. Confirm with Harbor ID.'] },
    ]);
    expect((await session.rest('get', '/auth/me')).body.data.hasPassword).toBe(false);
    expect((await new Client(server, admin.client.token).rest('get', '/auth/me')).body.data.hasPassword).toBe(true);
    await server.work();
    for (const { email } of [ines, admin]) await client.rest('post', '/auth/forgot-password', { email });
    expect((await server.work()).map(({ to }) => to?.[0]?.address)).toEqual([admin.email]);
    expect((await client.rest('get', '/auth/ways')).body.data.password).toBe(false);
    const administer = new Client(server, admin.client.token);
    const sent = await administer.rest('post', `/admin/accounts/${ines.id}/reset-link`, { currentPassword: PASSWORD });
    expect([sent.status, sent.body.code]).toEqual([409, 'CONFLICT']);
    // A link would end the sign-in at the provider, too, and its password opens nothing.
    expect(await createPasswordLink(server.resources, ines.email)).toEqual({
      isDone: false,
      text: 'Passwords are turned off on this server. Only administrators have one. Nothing was changed.',
    });
    expect(await createPasswordLink(server.resources, admin.email)).toMatchObject({ isDone: true });
  });

  it('mails a link to verify the address of an account from before, so that the provider can be linked', async () => {
    const { server: before, provider } = await startWorld();
    const [, ines] = [await newPerson(before), await newPerson(before)];
    const world = await startAgain({ server: before, provider }, SETTINGS);
    const { server } = world;
    // no other way is left to sign in and link the provider
    const unverified = await enter(world, addPerson(world, { email: ines.email, email_verified: false }).subject);
    expect([unverified.status, unverified.body.message]).toEqual([
      403,
      'There is an account with your email address, but Harbor ID has not verified that the address is yours. Ask the people who run this server.',
    ]);
    const { subject } = addPerson(world, { email: ines.email });
    await server.work();
    const refused = await enter(world, subject);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'There is an account with your email address, but no one has verified the address yet. We have sent a link there: open it, then continue with Harbor ID again.',
    ]);
    const [mail] = await server.work();
    const token = /\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await new Client(server).rest('post', '/auth/email/verify', { token })).status).toBe(200);
    const entered = await enter(world, subject);
    expect([entered.status, entered.body.data.user.id]).toEqual([200, ines.id]);
    // the person who had the account before is signed out
    expect((await ines.client.rest('get', '/auth/me')).status).toBe(401);
  });

  it('mails people whose email change was reverted another link, which ends the lock', async () => {
    const { server: before, provider } = await startWorld();
    const [, ines] = [await newPerson(before), await newPerson(before)];
    const { server } = await startAgain({ server: before, provider }, SETTINGS);
    const client = new Client(server);
    const tokenOf = async (page: string): Promise<string | undefined> =>
      (await server.work())
        .map(({ text }) => new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text ?? '')?.[1])
        .find((token) => token !== undefined);
    const moved = { email: `new-${ines.email}`, currentPassword: PASSWORD };
    expect((await ines.client.rest('put', '/auth/profile', moved)).status).toBe(200);
    const token = await tokenOf('revert-email');
    expect((await client.rest('post', '/auth/email/revert', { token })).status).toBe(200);
    expect(await tokenOf('reset-password')).toEqual(expect.any(String));
    // the link of the revert was not opened within its hour
    await rows(server, `update password_reset set expires_at = now() where user_id = '${ines.id}'`);
    const ask = () => client.rest('post', '/auth/forgot-password', { email: ines.email });
    await ask();
    const reset = { token: await tokenOf('reset-password'), password: 'Basalt8cliffs' };
    expect((await client.rest('post', '/auth/reset-password', reset)).status).toBe(200);
    expect(await rows(server, `select 1 from email_revert where reverted_at is not null`)).toEqual([]);
    // from then on, they have no password again
    await server.work();
    await ask();
    expect(await server.work()).toEqual([]);
  });

  it('changes the advice of mails: only administrators can choose a password', async () => {
    const { server: before, provider } = await startWorld();
    const [admin, ines] = [await newPerson(before), await newPerson(before)];
    await rows(before, `update account set is_admin = (id = '${admin.id}')`);
    const { server } = await startAgain({ server: before, provider }, SETTINGS);
    await server.work();
    const mail = async (template: string, { id: userId }: Person): Promise<string | undefined> => {
      await mailAccount(server.resources, { template, userId });
      return (await server.work())[0]?.text;
    };
    const toInes = await mail('wrongCodes', ines);
    expect(toInes).toContain('sign out all other sessions in the settings');
    expect(toInes).toContain('/settings#security');
    expect(toInes).not.toMatch(/new password|forgot-password/);
    for (const template of ['twoFactorOff', 'twoFactorReset']) {
      expect(await mail(template, ines)).not.toMatch(/password/);
    }
    const toAdmin = await mail('wrongCodes', admin);
    expect(toAdmin).toContain('choose a new password now');
    expect(toAdmin).toContain('/forgot-password');
  });

  it('keeps the last identity, although there is a password', async () => {
    const { server: before, provider } = await startWorld();
    const [, ines] = [await newPerson(before), await newPerson(before)];
    const { subject } = addPerson({ provider });
    await link({ server: before, provider }, ines, subject);
    const { server } = await startAgain({ server: before, provider }, SETTINGS);
    const [identity] = await identitiesOf(ines);
    const refused = await new Client(server, ines.client.token).rest('delete', `/auth/identities/${identity?.id}`);
    expect([refused.status, refused.body.message]).toEqual([409, 'This is your only way to sign in.']);
  });
});

it('has no provider without OIDC_ISSUER', async () => {
  const server = closeAfterTest(await startMailServer());
  const client = new Client(server);
  expect((await client.rest('get', '/auth/ways')).body.data).toEqual({ password: true, oidc: [] });
  expect((await client.rest('post', '/auth/oidc/begin', {})).status).toBe(404);
});

describe('relink-issuer', () => {
  it('moves identities to another issuer, and leaves those that are there already', async () => {
    const world = await startWorld();
    const { server, provider } = world;
    const [moving, present] = [addPerson(world), addPerson(world)];
    const first = await enter(world, moving.subject);
    expect((await enter(world, present.subject)).status).toBe(200);
    const old = 'https://old.example/realms/tern';
    await rows(server, `update identity set issuer = '${old}' where subject = '${moving.subject}'`);
    await rows(
      server,
      `insert into identity (id, user_id, issuer, subject, linked_at)
       select gen_random_uuid(), user_id, '${old}', subject, now() from identity where subject = '${present.subject}'`,
    );
    expect(await relinkIssuer(server.resources, `${old}/`, provider.issuer)).toMatchObject({
      isDone: true,
      text: `Moved 1 linked account from ${old} to ${provider.issuer}. 1 linked account stayed, because the new issuer has the same subject already.`,
    });
    expect((await enter(world, moving.subject)).body.data.user.id).toBe(first.body.data.user.id);
    expect((await relinkIssuer(server.resources, 'https://none.example', provider.issuer)).isDone).toBe(false);
    expect((await relinkIssuer(server.resources, 'none', provider.issuer)).isDone).toBe(false);
  });
});
