import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.js';
import { LIMITS } from '../../contract/limits.js';
import { answerSchemas } from './answers.js';
import { errorResponses } from './errorResponses.js';
import { jsonSchemaOf } from './jsonSchema.js';
import { PAGING_QUERY } from './queryParameters.js';
import { hasAddress, type JsonSchema, type QueryParameter, type Route } from './route.js';

/** The folder of package.json, from the source file and from the compiled one. */
const ROOT = path.resolve(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../..' : '../../../..');

const TAGS: Record<string, string> = {
  auth: 'Accounts: registration, sign-in, profile and preferences.',
  users: 'Other people.',
  projects: 'Projects and who belongs to them.',
  tasks: 'The tasks of your projects.',
  comments: 'What members say about a task.',
  notifications: 'What you were told.',
  dashboard: 'Figures over all your tasks.',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    `An id of your own for this write, up to ${LIMITS.mutationIdMax} visible ASCII characters. The same write under the ` +
    'same key happens once, however often it is sent within 30 days; another one under it is CONFLICT.',
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.mutationIdMax, pattern: '^[\\x21-\\x7e]+$' },
};

const DEVICE = {
  name: 'X-Device',
  in: 'header',
  description:
    '32 random bytes of your own by base64url or hex, the same ones with every call: a device that has signed in before ' +
    'has tries at the password of its own, so that nobody else can use them up.',
  schema: { type: 'string', pattern: '^([A-Za-z0-9_-]{43}|[A-Za-z0-9+/]{43}=?|[A-Fa-f0-9]{64})$' },
};

const isWrite = ({ method }: Route): boolean => method !== 'get';

/** A key belongs to somebody who is signed in and stays so. */
const takesKey = (route: Route): boolean => isWrite(route) && !route.public && route.twin !== 'logout';

function tagOf({ path: url }: Route): string {
  if (/\/comments\b/.test(url)) return 'comments';
  const [, room = ''] = url.split('/');
  return room === 'bulk-runs' ? 'tasks' : room;
}

/** The names in the path. */
const pathIds = ({ path: url }: Route): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

const queryOf = (route: Route): QueryParameter[] => [...(route.query ?? []), ...(route.paged ? PAGING_QUERY : [])];

/** Whatever a token for programs is for, it is for this. */
const mayAnyProgram = ({ program: { use, isWide } }: Route): boolean => use === 'read' && !isWide;

/** What a row can refuse, in the order of the table of errors. */
function refusalsOf(route: Route): ErrorCode[] {
  const ids = pathIds(route).length > 0;
  const reads = route.body !== undefined || queryOf(route).length > 0;
  const codes = new Set<ErrorCode>([
    ...(ids || reads ? (['BAD_REQUEST'] as const) : []),
    ...(route.public ? [] : (['UNAUTHENTICATED'] as const)),
    ...(route.public || mayAnyProgram(route) ? [] : (['FORBIDDEN'] as const)),
    ...(ids ? (['NOT_FOUND'] as const) : []),
    ...(takesKey(route) ? (['CONFLICT', 'VALIDATION_FAILED'] as const) : []),
    ...(route.body ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    ...(reads ? (['VALIDATION_FAILED'] as const) : []),
    'RATE_LIMITED',
    ...(route.refuses ?? []),
    'INTERNAL',
    'UNAVAILABLE',
  ]);
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

function successOf(route: Route, routes: readonly Route[]): JsonSchema {
  if (!route.answer) return { description: 'Done.' };
  const headers = [...(route.paged ? ['Link'] : []), ...(hasAddress(route, routes) ? ['Location'] : [])];
  const schema = { type: 'object', properties: { data: route.answer }, required: ['data'] };
  return {
    description: route.status === 201 ? 'It is made.' : 'Success.',
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content: { 'application/json': { schema } },
  };
}

function parametersOf(route: Route, described: ReadonlyMap<string, string>): JsonSchema[] {
  const object = route.path.split('/')[1]?.replace(/s$/, '').replaceAll('-', ' ');
  return [
    ...pathIds(route).map((name) => ({
      name,
      in: 'path',
      required: true,
      description: name === 'userId' ? 'The person.' : `The ${object}.`,
      schema: { type: 'string', format: 'uuid' },
    })),
    ...queryOf(route).map(({ name, schema, required, description = described.get(name) }) => ({
      name,
      in: 'query',
      ...(required && { required }),
      description,
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      schema,
    })),
    ...(takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(route.device ? [{ $ref: '#/components/parameters/Device' }] : []),
  ];
}

/** Descriptions of what a root field takes, by name: its arguments, and the fields of those that are objects. */
function inputDescriptions(schema: GraphQLSchema, rootField: string): ReadonlyMap<string, string> {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const args = roots.flatMap((type) => type?.getFields()[rootField]?.args ?? []);
  const found = args.flatMap(({ name, description, type }) => {
    const named = getNamedType(type);
    const fields = isInputObjectType(named) ? Object.values(named.getFields()) : [];
    return [{ name, description }, ...fields];
  });
  return new Map(found.map(({ name, description }) => [name, description ?? '']));
}

function describe(schema: JsonSchema, descriptions: ReadonlyMap<string, string>): JsonSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => {
      const description = property['description'] ?? descriptions.get(name);
      return [name, description === undefined ? property : { ...property, description }];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) as JsonSchema };
}

function operationOf(route: Route, routes: readonly Route[], graphql: GraphQLSchema): JsonSchema {
  const described = inputDescriptions(graphql, route.twin);
  const parameters = parametersOf(route, described);
  const refusals = refusalsOf(route).map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }]);
  return {
    operationId: route.operationId ?? route.twin,
    summary: route.summary,
    tags: [tagOf(route)],
    ...securityOf(route),
    // what a token for programs must be for
    'x-program': route.program.use,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: describe(jsonSchemaOf(route.body), described) } },
      },
    }),
    responses: { [route.status]: successOf(route, routes), ...(Object.fromEntries(refusals) as JsonSchema) },
  };
}

/** How one may sign in for it; unless told, by a session. */
function securityOf({ public: isPublic, program }: Route): JsonSchema {
  if (isPublic) return { security: [] };
  return program.use === 'never' ? {} : { security: [{ bearer: [] }, { apiToken: [] }] };
}

function pathsOf(routes: readonly Route[], graphql: GraphQLSchema): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const url = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[url] = { ...paths[url], [route.method]: operationOf(route, routes, graphql) };
  }
  return paths;
}

/** The version of the package. */
function version(): string {
  const { version: found } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return found;
}

/**
 * The REST interface as an OpenAPI document, made from the route table, the contract's schemas, and for the words the
 * GraphQL schema: nothing is written twice, so nothing can drift.
 */
export const openApiDocument = (brandName: string, routes: readonly Route[], graphql: GraphQLSchema): JsonSchema => ({
  openapi: '3.1.0',
  info: {
    title: `${brandName} API`,
    version: version(),
    description:
      'Everything the app can do, over JSON. Sign in, or make a token for your program, and send ' +
      '`Authorization: Bearer …`. Success answers ' +
      '`{ "data": … }`, anything else `{ "message", "code", "errors"?, "data"? }`. The same and live events are at ' +
      '`/graphql`.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/api', description: 'This server.' }],
  security: [{ bearer: [] }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: pathsOf(routes, graphql),
  components: {
    schemas: answerSchemas(graphql),
    responses: errorResponses(),
    parameters: { IdempotencyKey: IDEMPOTENCY_KEY, Device: DEVICE },
    headers: {
      Link: {
        description: 'On all pages but the last: `<…>; rel="next"`, the address of the next one (RFC 8288).',
        schema: { type: 'string' },
      },
      Location: { description: 'Where to read what was made.', schema: { type: 'string' } },
    },
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The `data.tokens.accessToken` of a sign-in or a registration.',
      },
      apiToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'cairn_…',
        description:
          'A token for programs, made in the settings or by `POST /auth/tokens`. Of scope READ it serves operations whose ' +
          '`x-program` is `read`, of scope WRITE also those with `write`; those with `never` take a sign-in.',
      },
    },
  },
});
