import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { Client, newPerson, type Person, type RestResult, signedIn } from './client.js';
import { closeAfterTest, startServer, type TestServer, type TestServerOptions } from './harness.js';

/** Returns the code that an authenticator app shows at a time. */
export const codeOf = (secret: string, at: Date | number = Date.now()): string =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: Number(at) });

/** The secret and codes of an account with two-factor on. */
export interface Secured {
  secret: string;
  recoveryCodes: string[];
}

/** Switches two-factor on, which uses the code of this time step. */
export async function enableTwoFactor(person: Person, now: () => number = Date.now): Promise<Secured> {
  const begun = await person.client.rest('post', '/auth/two-factor', { currentPassword: person.password });
  const { secret } = begun.body.data as { secret: string };
  const { status, body } = await person.client.rest('post', '/auth/two-factor/confirm', {
    code: codeOf(secret, now()),
  });
  if (status !== 200) throw new Error(`two-factor answered ${status}: ${JSON.stringify(body)}`);
  return { secret, recoveryCodes: body.data.recoveryCodes };
}

/** Signs a person in again and returns the new session's id. */
export async function anotherSession(server: Pick<TestServer, 'url'>, person: Person): Promise<string> {
  const { token = '' } = await signedIn(person, {}, server);
  return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;
}

type At = Pick<TestServer, 'url'>;

/** The lifetime of a code. */
export const STEP = 30_000;
export const MINUTE = 60_000;
/** The error for every invalid code. */
export const CODE_REFUSED = { code: ['This code is not valid. Each code works once.'] };

/** Starts in the middle of a time step and moves only when a test does, so that codes do not expire on their own. */
export const clock = { at: Math.floor(Date.now() / STEP) * STEP + STEP / 2 };
export const now = (): Date => new Date(clock.at);

/** Starts another process on the same database for one test. */
export async function startBeside(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  options: TestServerOptions = {},
): Promise<TestServer> {
  return closeAfterTest(await startServer({ now, databaseUrl, ...options }));
}

/** Creates a person with two-factor on, in the time step after the first code. */
export async function newSecuredPerson(server: At): Promise<Person & Secured> {
  const person = await newPerson(server);
  const factor = await enableTwoFactor(person, () => clock.at);
  clock.at += STEP;
  return { ...person, ...factor };
}

export const newDevice = () => ({ 'x-device': randomBytes(32).toString('hex') });
export const code = ({ secret }: Secured, steps = 0): string => codeOf(secret, clock.at + steps * STEP);
/** Returns a code that is invalid at this time. */
export const wrongCode = (person: Secured): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => code(person, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((it) => !near.has(it)) ?? '';
};

export const login = (server: At, { email, password }: Person, headers = {}): Promise<RestResult> =>
  new Client(server).rest('post', '/auth/login', { email, password }, headers);
export async function challenge(server: At, person: Person, headers = {}): Promise<string> {
  return (await login(server, person, headers)).body.data.challenge.token;
}
export const complete = (server: At, token: string, given: string, headers = {}): Promise<RestResult> =>
  new Client(server).rest('post', '/auth/login/two-factor', { challenge: token, code: given }, headers);
/** Signs in with the password and the current code. */
export const signInWithCode = async (server: At, person: Person & Secured, headers = {}): Promise<RestResult> =>
  complete(server, await challenge(server, person, headers), code(person), headers);
export const disable = ({ client, password }: Person, given?: string, headers = {}): Promise<RestResult> =>
  client.rest('delete', '/auth/two-factor', { currentPassword: password, code: given }, headers);

export const me = async ({ client }: Person) =>
  (await client.graphql('{ me { twoFactor recoveryCodesLeft } }')).data.me as Record<string, unknown>;
export const statuses = (answers: readonly RestResult[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b);
