import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Client, newPerson } from '../test/support/client.js';
import { closeAfterTest, startServer } from '../test/support/harness.js';
import { EnvError, readEnv } from './env.js';

describe('readEnv', () => {
  it('has the published defaults', () => {
    expect(readEnv({})).toEqual({
      production: false,
      port: 4000,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      jwtSecret: undefined,
      secretKey: undefined,
      passwordSignIn: true,
      sessionDays: 30,
      publicUrl: 'http://localhost:4000',
      publicUrlGiven: false,
      allowedOrigins: new Set(),
      pushHosts: [],
      webhookHosts: [],
      attachmentMaxMb: 25,
      filesMaxGb: 10,
      filesS3: undefined,
      smtpUrl: undefined,
      mailFrom: 'Cairn <no-reply@localhost>',
      trustProxy: undefined,
      brandName: 'Cairn',
      backupEvery: undefined,
      backupKeep: 7,
      signUp: 'open',
      signUpGiven: false,
      signUpDomains: [],
      drainSeconds: 0,
      jobs: true,
      rateLimit: true,
      introspection: true,
      sharedLinks: true,
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readEnv({ PORT: '', BRAND_NAME: '', DATABASE_URL: '', NODE_ENV: '' })).toEqual(readEnv({}));
  });

  it('takes an address with spaces around it, as an environment file can have', () => {
    expect(readEnv({ PUBLIC_URL: ' https://tern.example/ ' })).toMatchObject({ publicUrl: 'https://tern.example' });
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number'],
    [{ PORT: '-1' }, 'PORT must be a whole number'],
    [{ PORT: '65536' }, 'PORT must be at most 65535'],
    [{ BACKUP_EVERY: '0' }, 'BACKUP_EVERY must be at least 1'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be at least 1'],
    [{ JOBS: 'off' }, 'JOBS=off needs DATABASE_URL: no other process runs the jobs of the embedded database'],
    [{ BACKUP_EVERY: '8761' }, 'BACKUP_EVERY must be at most 8760'],
    [{ BACKUP_KEEP: '1001' }, 'BACKUP_KEEP must be at most 1000'],
    [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS must be at most 300'],
    [{ TRUST_PROXY: '101' }, 'TRUST_PROXY must be at most 100'],
    [{ ATTACHMENT_MAX_MB: '0' }, 'ATTACHMENT_MAX_MB must be at least 1'],
    [{ ATTACHMENT_MAX_MB: '10241' }, 'ATTACHMENT_MAX_MB must be at most 10240'],
    [{ FILES_MAX_GB: '1000001' }, 'FILES_MAX_GB must be at most 1000000'],
    [{ METRICS_PORT: '65536' }, 'METRICS_PORT must be at most 65535'],
    [{ SESSION_DAYS: '0' }, 'SESSION_DAYS must be at least 1'],
    [{ SESSION_DAYS: '3651' }, 'SESSION_DAYS must be at most 3650'],
    [{ SESSION_DAYS: '1.5' }, 'SESSION_DAYS must be a whole number'],
    [{ DATABASE_URL: 'mysql://here/x' }, 'DATABASE_URL must be a URL beginning with postgres:// or postgresql://'],
    [{ DATABASE_URL: 'here' }, 'DATABASE_URL must be a URL beginning with postgres:// or postgresql://'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
    [{ NEW_SECRET_KEY: 'short' }, 'NEW_SECRET_KEY must have at least 32 characters'],
    [{ SIGN_UP: 'on' }, "SIGN_UP must be 'open', 'invited' or 'closed'"],
    [{ SIGN_UP_DOMAINS: '*.tern.example' }, 'SIGN_UP_DOMAINS must list domains like example.com'],
    [
      { SIGN_UP: 'closed', SIGN_UP_DOMAINS: 'tern.example' },
      'SIGN_UP_DOMAINS is for SIGN_UP=open: with SIGN_UP=closed it has no effect',
    ],
    [{ OIDC_ISSUER: 'id.tern.example' }, 'OIDC_ISSUER must be a URL beginning with https://'],
    [
      { OIDC_ISSUER: 'http://id.tern.example' },
      'OIDC_ISSUER must begin with https://, except on this machine (localhost)',
    ],
    [{ OIDC_ISSUER: 'https://id.tern.example' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID, which is not set'],
    ...Object.entries({ OIDC_CLIENT_ID: 'cairn', OIDC_CLIENT_SECRET: 'x', OIDC_NAME: 'Tern', OIDC_SIGN_UP: 'on' }).map(
      ([name, value]): [Record<string, string>, string] => [
        { [name]: value },
        `${name} needs OIDC_ISSUER, which is not set`,
      ],
    ),
    [{ OIDC_NAME: 'n'.repeat(41) }, 'OIDC_NAME must be at most 40 characters'],
    [{ OIDC_SCOPES: 'email profile' }, 'OIDC_SCOPES must contain openid'],
    [{ PASSWORD_SIGN_IN: 'off' }, 'PASSWORD_SIGN_IN=off needs OIDC_ISSUER: otherwise no one could sign in'],
    [{ SMTP_URL: 'https://mail.tern.example' }, 'SMTP_URL must be a URL beginning with smtp:// or smtps://'],
    [{ WEBHOOK_HOSTS: 'https://tern.example' }, 'WEBHOOK_HOSTS must list host names like push.example.com'],
    [{ FILES_S3_URL: 's3://files' }, 'FILES_S3_URL must be a URL beginning with http:// or https://'],
    [{ FILES_S3_KEY: 'key' }, 'FILES_S3_KEY needs FILES_S3_URL, which is not set'],
    [{ FILES_S3_SECRET: 'secret' }, 'FILES_S3_SECRET needs FILES_S3_URL, which is not set'],
    [{ FILES_S3_URL: 'https://s3.tern.example' }, 'FILES_S3_URL needs FILES_S3_KEY, which is not set'],
    [
      { FILES_S3_URL: 'https://s3.tern.example', FILES_S3_KEY: 'key' },
      'FILES_S3_URL needs FILES_S3_SECRET, which is not set',
    ],
    [{ PUBLIC_URL: 'tern.example' }, 'PUBLIC_URL must be a URL beginning with http:// or https://'],
    [
      { PUBLIC_URL: 'https://tern.example/cairn' },
      'PUBLIC_URL must have no path: Cairn needs a host name of its own, like https://tasks.example.com',
    ],
    ...['Tern', 'Tern <tern.example>', 'mara@', 'a@tern.example, b@tern.example'].map(
      (from): [Record<string, string>, string] => [
        { MAIL_FROM: from },
        'MAIL_FROM must be an email address, or a name with one: Cairn <cairn@example.com>',
      ],
    ),
    ...['https://push.tern.example', '*.tern.example', 'push.tern.example,', 'push.tern.example/1'].map(
      (list): [Record<string, string>, string] => [
        { PUSH_HOSTS: list },
        'PUSH_HOSTS must list host names like push.example.com, with commas between',
      ],
    ),
    [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS must name each origin: * is refused'],
    [{ ALLOWED_ORIGINS: 'https://*.tern.example' }, 'ALLOWED_ORIGINS must name each origin: * is refused'],
    ...[
      'null',
      'tern.example',
      'ftp://tern.example',
      'https://tern.example/app',
      'https://a@tern.example',
      'https://a,,',
    ].map((list): [Record<string, string>, string] => [
      { ALLOWED_ORIGINS: list },
      'ALLOWED_ORIGINS must list origins like https://tools.example.com, with commas between',
    ]),
    [
      { DATABASE_URL: 'postgres://db/cairn', READ_DATABASE_URL: 'http://replica/cairn' },
      'READ_DATABASE_URL must be a URL beginning with postgres:// or postgresql://',
    ],
    [
      { READ_DATABASE_URL: 'postgres://replica/cairn' },
      'READ_DATABASE_URL names a replica of DATABASE_URL, which is not set',
    ],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be a whole number'],
    [{ BRAND_NAME: ' ' }, 'BRAND_NAME must not be empty'],
    [{ METRICS_PORT: 'yes' }, 'METRICS_PORT must be a whole number'],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER must be one of parentbased_always_on'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL beginning with http:// or https://',
    ],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: grpc is not supported'],
    [{ BRAND_NAME: 'b'.repeat(41) }, 'BRAND_NAME must be at most 40 characters'],
    [{ INTROSPECTION: 'no' }, "INTROSPECTION must be 'on' or 'off'"],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent'],
    [
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/cairn' },
      'JWT_SECRET is required together with DATABASE_URL when NODE_ENV=production',
    ],
    [
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/cairn', JWT_SECRET: 's'.repeat(32) },
      'SECRET_KEY is required together with DATABASE_URL when NODE_ENV=production',
    ],
  ])('refuses %j with one line that names the variable', (source, message) => {
    expect(() => readEnv(source)).toThrow(EnvError);
    expect(() => readEnv(source)).toThrow(message);
    expect(message).not.toContain('\n');
  });

  it('never quotes a secret in an error', () => {
    expect(() => readEnv({ JWT_SECRET: 'hush-hush' })).toThrow(/^(?!.*hush-hush)/);
    expect(() => readEnv({ SECRET_KEY: 'hush-hush' })).toThrow(/^(?!.*hush-hush)/);
    expect(() => readEnv({ DATABASE_URL: 'mysql://u:hush@here/x' })).toThrow(/^(?!.*hush)/);
  });

  it('accepts the settings of a production server', () => {
    const secret = 's'.repeat(32);
    const source = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgresql://u:p@db/cairn',
      JWT_SECRET: secret,
      SECRET_KEY: secret,
      PORT: '0',
    };
    expect(readEnv(source)).toMatchObject({
      production: true,
      databaseUrl: source.DATABASE_URL,
      jwtSecret: secret,
      secretKey: secret,
      port: 0,
    });
  });
});

describe('JWT_SECRET and SECRET_KEY', () => {
  it('are generated once into the data folder, readable only by its owner, if they are not set', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-secret-'));
    const env = { JWT_SECRET: '', SECRET_KEY: '', DATA_DIR: path.join(dataDir, 'new') };
    const first = await startServer({ env });
    try {
      const { client } = await newPerson(first);
      const read = () =>
        ['jwt-secret', 'secret-key'].map((name) => readFileSync(path.join(env.DATA_DIR, name), 'utf8'));
      const secrets = read();
      expect(new Set(secrets).size).toBe(2);
      for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(32);
      for (const name of ['jwt-secret', 'secret-key']) {
        expect(statSync(path.join(env.DATA_DIR, name)).mode & 0o777).toBe(0o600);
      }
      const sealed = first.resources.secrets.seal('JBSWY3DP', 'mara');
      const second = await startServer({ env, databaseUrl: first.databaseUrl });
      expect((await new Client(second, client.token).rest('get', '/auth/me')).status).toBe(200);
      expect(second.resources.secrets.open(sealed, 'mara')).toBe('JBSWY3DP');
      await second.close();
      expect(read()).toEqual(secrets);
      // truncated by a crash: an empty key would not protect anything
      writeFileSync(path.join(env.DATA_DIR, 'secret-key'), '');
      await expect(startServer({ env, databaseUrl: first.databaseUrl })).rejects.toThrow(/secret-key is damaged/);
    } finally {
      await first.close();
      rmSync(dataDir, { recursive: true });
    }
  });

  it('invalidate every token when JWT_SECRET changes', async () => {
    const first = closeAfterTest(await startServer());
    const { client } = await newPerson(first);
    const env = { JWT_SECRET: 'another secret that is long enough too' };
    const second = closeAfterTest(await startServer({ env, databaseUrl: first.databaseUrl }));
    expect((await client.rest('get', '/auth/me')).status).toBe(200);
    expect((await new Client(second, client.token).rest('get', '/auth/me')).status).toBe(401);
  });
});
