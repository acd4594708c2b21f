import path from 'node:path';
import * as v from 'valibot';
import { SignUp } from '../contract/admin.js';
import { withAsciiDomain } from '../contract/auth.js';
import { ATTACHMENTS } from '../contract/limits.js';

/** The only reader of process.env. A missing or malformed variable stops the start with one line that names it. */

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
const onOff = v.pipe(
  v.picklist(['on', 'off'], "must be 'on' or 'off'"),
  v.transform((value) => value === 'on'),
);
const url = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    // `URL.canParse` ignores spaces around it, which would be in the middle of the addresses in mails
    v.trim(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL beginning with ${protocols.join('// or ')}//`,
    ),
  );

/** Origins as browsers send them (RFC 6454), separated by commas. `*` is refused, because it would expose tokens. */
const origins = v.pipe(
  v.string(),
  v.check((value) => !value.includes('*'), 'must name each origin: * is refused'),
  v.transform((value) => value.split(',').map((origin) => origin.trim())),
  v.check(
    (list) => list.every((origin) => URL.canParse(origin) && /^https?:\/\/[^/@?#]+\/?$/i.test(origin)),
    'must list origins like https://tools.example.com, with commas between',
  ),
  v.transform((list) => list.map((origin) => new URL(origin).origin)),
);

/** Host names with an optional port; a leading dot matches all subdomains. */
const hosts = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((host) => host.trim().toLowerCase())),
  v.check(
    (list) => list.every((host) => /^\.?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/.test(host)),
    'must list host names like push.example.com, with commas between',
  ),
);

/** Email domains in ASCII form, separated by commas. */
const domains = v.pipe(
  v.string(),
  v.transform((value) =>
    value.split(',').map((domain) => withAsciiDomain(`x@${domain.trim()}`).slice(2).toLowerCase()),
  ),
  v.check(
    (list) => list.every((domain) => /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(domain)),
    'must list domains like example.com, with commas between',
  ),
);

/** Whether a URL leads to this machine, so that plain HTTP does not cross a network. */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  return isLoopback && /^https?:$/.test(protocol);
}

/** An OpenID Connect issuer: https, or http on this machine. */
const issuer = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be a URL beginning with https://',
  ),
  v.check(
    (value) => value.startsWith('https:') || isLoopbackUrl(value),
    'must begin with https://, except on this machine (localhost)',
  ),
);

/** The address people use. Pages refer to each other from the root of their host. */
const publicUrl = v.pipe(
  url('http:', 'https:'),
  v.check(
    (value) => /^https?:\/\/[^/@?#]+\/*$/i.test(value),
    'must have no path: Cairn needs a host name of its own, like https://tasks.example.com',
  ),
);

/** A sender of mails: an address, or a name with one. */
const sender = v.pipe(
  text,
  v.regex(
    /^(?:[^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)$/,
    'must be an email address, or a name with one: Cairn <cairn@example.com>',
  ),
);

const SIGN_UPS = Object.values(SignUp);

const secret = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'));

/** OpenTelemetry's sampler names. The parent-based ones act like the others; `platform/telemetry/openTelemetry.ts` says why. */
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
const share = v.pipe(
  v.string(),
  v.regex(/^(?:0|1|0?\.\d+|[01]\.0*|0\.\d*)$/, 'must be a number from 0 to 1'),
  v.transform(Number),
);

const schema = v.object({
  NODE_ENV: v.optional(v.string(), 'development'),
  PORT: v.optional(integer(0, 65_535), '4000'),
  HOST: v.optional(text, '127.0.0.1'),
  DATA_DIR: v.optional(text, './data'),
  DATABASE_URL: v.optional(url('postgres:', 'postgresql:')),
  READ_DATABASE_URL: v.optional(url('postgres:', 'postgresql:')),
  JWT_SECRET: v.optional(secret),
  SECRET_KEY: v.optional(secret),
  NEW_SECRET_KEY: v.optional(secret),
  SIGN_UP: v.optional(v.picklist(SIGN_UPS, "must be 'open', 'invited' or 'closed'")),
  SIGN_UP_DOMAINS: v.optional(domains),
  OIDC_ISSUER: v.optional(issuer),
  OIDC_CLIENT_ID: v.optional(text),
  OIDC_CLIENT_SECRET: v.optional(text),
  OIDC_NAME: v.optional(v.pipe(text, v.maxLength(40, 'must be at most 40 characters'))),
  OIDC_SCOPES: v.optional(
    v.pipe(
      text,
      v.check((value) => value.split(/\s+/).includes('openid'), 'must contain openid'),
    ),
    'openid email profile',
  ),
  OIDC_SIGN_UP: v.optional(onOff),
  PASSWORD_SIGN_IN: v.optional(onOff, 'on'),
  SHARED_LINKS: v.optional(onOff, 'on'),
  SESSION_DAYS: v.optional(integer(1, 3650), '30'),
  PUBLIC_URL: v.optional(publicUrl),
  ALLOWED_ORIGINS: v.optional(origins),
  PUSH_HOSTS: v.optional(hosts),
  WEBHOOK_HOSTS: v.optional(hosts),
  SMTP_URL: v.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(sender),
  TRUST_PROXY: v.optional(integer(0, 100)),
  BRAND_NAME: v.optional(v.pipe(text, v.maxLength(40, 'must be at most 40 characters')), 'Cairn'),
  ATTACHMENT_MAX_MB: v.optional(integer(1, 10_240), String(ATTACHMENTS.maxMb)),
  FILES_S3_URL: v.optional(url('http:', 'https:')),
  FILES_S3_KEY: v.optional(text),
  FILES_S3_SECRET: v.optional(text),
  FILES_S3_REGION: v.optional(text, 'us-east-1'),
  FILES_MAX_GB: v.optional(integer(0, 1_000_000), '10'),
  BACKUP_EVERY: v.optional(integer(1, 8760)),
  BACKUP_KEEP: v.optional(integer(1, 1000), '7'),
  JOBS: v.optional(onOff, 'on'),
  DRAIN_SECONDS: v.optional(integer(0, 300), '0'),
  METRICS_PORT: v.optional(integer(0, 65_535)),
  METRICS_HOST: v.optional(text, '127.0.0.1'),
  OTEL_SDK_DISABLED: v.optional(v.string(), 'false'),
  OTEL_TRACES_EXPORTER: v.optional(v.string(), 'otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url('http:', 'https:')),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(url('http:', 'https:')),
  // we send JSON, which collectors accept wherever they accept protobuf
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(
    v.picklist(['http/json', 'http/protobuf'], 'must be http/json: grpc is not supported'),
  ),
  OTEL_TRACES_SAMPLER: v.optional(
    v.picklist(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(share, '1'),
  RATE_LIMIT: v.optional(onOff, 'on'),
  INTROSPECTION: v.optional(onOff, 'on'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be one of fatal, error, warn, info, debug, silent',
    ),
    'info',
  ),
});

export interface OidcEnv {
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** What people call the provider. */
  name: string;
  scopes: string;
  /** Whether the provider's people can sign up; undefined: `SIGN_UP` decides. */
  signUp: boolean | undefined;
}

/** A bucket for the contents of files. */
interface BucketEnv {
  url: string;
  key: string;
  secret: string;
  region: string;
}

/** The validated settings of one process. */
export interface Env {
  production: boolean;
  port: number;
  host: string;
  /** An absolute path. Contains the embedded database and the generated secrets. */
  dataDir: string;
  /** If undefined, an embedded PostgreSQL runs in `dataDir`. */
  databaseUrl: string | undefined;
  /** A replica for reads. */
  readDatabaseUrl: string | undefined;
  /** If undefined, generated once into `dataDir`. */
  jwtSecret: string | undefined;
  /** Encrypts secrets of second factors and webhooks, and the key for pushes. If undefined, generated once into `dataDir`. */
  secretKey: string | undefined;
  /** The new key for `npm run account -- rotate-key`. */
  newSecretKey: string | undefined;
  signUp: SignUp;
  /** Whether SIGN_UP is set: then administrators cannot change it. */
  signUpGiven: boolean;
  /** Email domains that can sign up without an invitation; if empty, all. */
  signUpDomains: readonly string[];
  /** Undefined unless OIDC_ISSUER is set. */
  oidc: OidcEnv | undefined;
  /** If false, only administrators can sign in with a password. */
  passwordSignIn: boolean;
  /** Whether projects can be shared with visitors by links. */
  sharedLinks: boolean;
  sessionDays: number;
  /** The app's URL for people, without a trailing slash; used in mails. */
  publicUrl: string;
  /** Whether PUBLIC_URL is set: then sockets can come from it, and https means TLS. */
  publicUrlGiven: boolean;
  /** Other sites whose pages can use the APIs. */
  allowedOrigins: ReadonlySet<string>;
  /** Push services beside the browsers' own. */
  pushHosts: readonly string[];
  /** Hosts to which webhooks may be sent although they have private addresses, or by HTTP. */
  webhookHosts: readonly string[];
  /** The largest file of a task, in megabytes, and all files together, in gigabytes. */
  attachmentMaxMb: number;
  filesMaxGb: number;
  /** The bucket for the contents of files. Undefined unless FILES_S3_URL is set. */
  filesS3: BucketEnv | undefined;
  /** If undefined, mails are written to files in `dataDir/mail`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The number of trusted proxies in front of the app; undefined: none. */
  trustProxy: number | undefined;
  brandName: string;
  /** Hours between backups, made by a process that runs jobs; undefined: never. */
  backupEvery: number | undefined;
  backupKeep: number;
  /** If false, this process runs no jobs, and `npm run worker` does. */
  jobs: boolean;
  /** How long a stopping process continues to serve, so that proxies stop sending requests. */
  drainSeconds: number;
  /** The address of `/metrics`; undefined if it is not served. */
  metrics: { port: number; host: string } | undefined;
  /** The share of traces that is kept, 0 to 1; undefined: tracing is off and not loaded. */
  tracedShare: number | undefined;
  /** False for load tests. */
  rateLimit: boolean;
  introspection: boolean;
  logLevel: string;
}

/** A setting that stops the start; the message is the line to print. */
export class EnvError extends Error {}

/** Tracing is on if an endpoint is set and no other setting turns it off. */
function readTracedShare(env: v.InferOutput<typeof schema>): number | undefined {
  const isOff = env.OTEL_SDK_DISABLED.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (isOff || endpoint === undefined || env.OTEL_TRACES_SAMPLER.endsWith('always_off')) return undefined;
  return env.OTEL_TRACES_SAMPLER.endsWith('traceidratio') ? env.OTEL_TRACES_SAMPLER_ARG : 1;
}

/** Reads the provider's settings, which are complete or absent. */
function readOidc(env: v.InferOutput<typeof schema>): OidcEnv | undefined {
  const { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId } = env;
  if (url === undefined) {
    const given = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_SIGN_UP'] as const).find(
      (name) => env[name] !== undefined,
    );
    if (given) throw new EnvError(`${given} needs OIDC_ISSUER, which is not set`);
    if (!env.PASSWORD_SIGN_IN) {
      throw new EnvError('PASSWORD_SIGN_IN=off needs OIDC_ISSUER: otherwise no one could sign in');
    }
    return undefined;
  }
  if (clientId === undefined) throw new EnvError('OIDC_ISSUER needs OIDC_CLIENT_ID, which is not set');
  return {
    issuer: url,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET,
    name: env.OIDC_NAME ?? new URL(url).hostname,
    scopes: env.OIDC_SCOPES,
    signUp: env.OIDC_SIGN_UP,
  };
}

/** Reads the bucket's settings, which are complete or absent. */
function readS3(env: v.InferOutput<typeof schema>): BucketEnv | undefined {
  const { FILES_S3_URL: url, FILES_S3_KEY: key, FILES_S3_SECRET: secret, FILES_S3_REGION: region } = env;
  if (url === undefined) {
    const given = (['FILES_S3_KEY', 'FILES_S3_SECRET'] as const).find((name) => env[name] !== undefined);
    if (given) throw new EnvError(`${given} needs FILES_S3_URL, which is not set`);
    return undefined;
  }
  if (key === undefined) throw new EnvError('FILES_S3_URL needs FILES_S3_KEY, which is not set');
  if (secret === undefined) throw new EnvError('FILES_S3_URL needs FILES_S3_SECRET, which is not set');
  return { url, key, secret, region };
}

/** Reads and checks the settings; throws EnvError with one line that names the first bad variable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  // compose files pass empty variables for unset ones
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(schema, given);
  if (!result.success) {
    const [issue] = result.issues;
    throw new EnvError(`${v.getDotPath(issue) ?? 'environment'} ${issue.message}`);
  }
  const env = result.output;
  const production = env.NODE_ENV === 'production';
  for (const name of ['JWT_SECRET', 'SECRET_KEY'] as const) {
    if (production && env.DATABASE_URL && !env[name]) {
      throw new EnvError(`${name} is required together with DATABASE_URL when NODE_ENV=production`);
    }
  }
  if (env.SIGN_UP_DOMAINS && env.SIGN_UP !== undefined && env.SIGN_UP !== 'open') {
    throw new EnvError(`SIGN_UP_DOMAINS is for SIGN_UP=open: with SIGN_UP=${env.SIGN_UP} it has no effect`);
  }
  if (!env.DATABASE_URL && !env.JOBS) {
    throw new EnvError('JOBS=off needs DATABASE_URL: no other process runs the jobs of the embedded database');
  }
  if (env.READ_DATABASE_URL && !env.DATABASE_URL) {
    throw new EnvError('READ_DATABASE_URL names a replica of DATABASE_URL, which is not set');
  }
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    readDatabaseUrl: env.READ_DATABASE_URL,
    jwtSecret: env.JWT_SECRET,
    secretKey: env.SECRET_KEY,
    newSecretKey: env.NEW_SECRET_KEY,
    signUp: env.SIGN_UP ?? 'open',
    signUpGiven: env.SIGN_UP !== undefined,
    signUpDomains: env.SIGN_UP_DOMAINS ?? [],
    oidc: readOidc(env),
    passwordSignIn: env.PASSWORD_SIGN_IN,
    sharedLinks: env.SHARED_LINKS,
    sessionDays: env.SESSION_DAYS,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    publicUrlGiven: env.PUBLIC_URL !== undefined,
    allowedOrigins: new Set(env.ALLOWED_ORIGINS),
    pushHosts: env.PUSH_HOSTS ?? [],
    webhookHosts: env.WEBHOOK_HOSTS ?? [],
    attachmentMaxMb: env.ATTACHMENT_MAX_MB,
    filesMaxGb: env.FILES_MAX_GB,
    filesS3: readS3(env),
    smtpUrl: env.SMTP_URL,
    mailFrom:
      env.MAIL_FROM ??
      `${env.BRAND_NAME.replace(/["\\<>\r\n]/g, '')} <no-reply@${new URL(env.PUBLIC_URL ?? 'http://localhost').hostname}>`,
    trustProxy: env.TRUST_PROXY,
    brandName: env.BRAND_NAME,
    backupEvery: env.BACKUP_EVERY,
    backupKeep: env.BACKUP_KEEP,
    jobs: env.JOBS,
    drainSeconds: env.DRAIN_SECONDS,
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    tracedShare: readTracedShare(env),
    rateLimit: env.RATE_LIMIT,
    introspection: env.INTROSPECTION,
    logLevel: env.LOG_LEVEL,
  };
}
