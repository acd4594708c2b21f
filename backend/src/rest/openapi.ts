import {
  getNamedType,
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.js';
import { LIMITS } from '../../contract/limits.js';
import { VERSION } from '../kernel/version.js';
import { answerSchemas } from './answers.js';
import { saidOf } from './deprecation.js';
import { errorResponses } from './errorResponses.js';
import { answerExample, exampleOf } from './examples.js';
import { jsonSchemaOf } from './jsonSchema.js';
import { PAGING_QUERY } from './queryParameters.js';
import { hasAddress, type JsonSchema, type QueryParameter, representationOf, type Route, twinOf } from './route.js';

const TAGS: Record<string, string> = {
  auth: 'Accounts: registration, sign-in, profile and preferences.',
  users: 'Other people.',
  projects: 'Projects and who belongs to them.',
  invitations: 'Asking people to join a project, and joining by a link.',
  tasks: 'The tasks of your projects.',
  checklist: 'What is to be done within a task.',
  comments: 'What members say about a task.',
  undo: 'Taking back what was done.',
  trash: 'What was deleted, and the way back.',
  notifications: 'What you were told.',
  push: 'Browsers that are told while nobody looks at the app.',
  views: 'Views of your tasks that you have saved.',
  dashboard: 'Figures over all your tasks, now and over time, and what people are at.',
  nodes: 'Objects of whatever kind.',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    `An id of your own for this write, up to ${LIMITS.mutationIdMax} visible ASCII characters. The same write under the ` +
    'same key happens once, however often it is sent within 30 days; another one under it is CONFLICT.',
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.mutationIdMax, pattern: '^[\\x21-\\x7e]+$' },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The version that the object must have, in double quotes (`"42"`), or the `ETag` of an answer, of which the version counts ' +
    'alone. If it has another one, nothing is written: PRECONDITION_FAILED. `*` is any version.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of the answer that you have: if it would be the same, 304 without a body.',
  schema: { type: 'string' },
};

const DEVICE = {
  name: 'X-Device',
  in: 'header',
  description:
    '32 random bytes of your own by base64url or hex, the same ones with every call: a device that has signed in before ' +
    'has tries at the password of its own, so that nobody else can use them up.',
  schema: { type: 'string', pattern: '^([A-Za-z0-9_-]{43}|[A-Za-z0-9+/]{43}=?|[A-Fa-f0-9]{64})$' },
};

const POSITION = {
  name: 'Position',
  in: 'header',
  description:
    'Where the database was by an answer or an event that you had: the greatest that you hold, as text compares. Where the ' +
    'server has a replica, that answers if it has come so far; without this the primary always does. Anything else counts as none.',
  schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
};

/** The counts of a request (`rateHeaders.ts`). */
const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

/** What answers say beside their body. */
const HEADERS: Record<string, JsonSchema> = {
  ETag: {
    description:
      'Names this answer, for `If-None-Match`. Of an object with a version it begins with that, for `If-Match`: `"42-…"`.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'Where more rows are: `<…>; rel="next"`, the address of the next page; of one that was asked for with `before`, ' +
      '`<…>; rel="prev"`, that of the page before it (RFC 8288).',
    schema: { type: 'string' },
  },
  Location: { description: 'Where to read what was made.', schema: { type: 'string' } },
  Position: {
    description:
      'Where the database is by now: all that this request wrote or read, and what you knew before. Send it back with the next ' +
      'one. Absent where the server has no replica.',
    schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  },
  Revisions: {
    description:
      'The change sets that a write to projects has left, `project=revision, …`: what `POST /undo` takes. Absent where ' +
      'it changed nothing.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'How many points the nearest of your limits has; absent where limits are off.',
    schema: COUNT,
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: COUNT },
  'RateLimit-Reset': { description: 'In how many seconds they are all back.', schema: COUNT },
  'X-Request-Id': {
    description: 'The name of the request in the log of the server; a new one for each, whatever you send.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'How many rows the whole list has. Present if `total=true` asks for it.',
    schema: COUNT,
  },
};

const headerRefs = (...names: string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** What the parts of the document are made from. */
interface Whole {
  routes: readonly Route[];
  graphql: GraphQLSchema;
  /** By name. */
  schemas: Record<string, JsonSchema>;
}

const isWrite = ({ method }: Route): boolean => method !== 'get';

/** May a replica answer it? What is closed to programs only the primary tells. */
const mayBeReplicas = (route: Route): boolean => !isWrite(route) && route.program.use === 'read';

/** A key belongs to somebody who is signed in and stays so. */
const takesKey = (route: Route): boolean => isWrite(route) && !route.public && route.twin !== 'logout';

function tagOf({ path: url }: Route): string {
  const within = /\/(checklist|comments|invitations)\b/.exec(url)?.[1];
  if (within !== undefined) return within;
  if (url.endsWith('/restore')) return 'trash';
  const [, room = ''] = url.split('/');
  if (['analytics', 'people', 'activity'].includes(room)) return 'dashboard';
  return room === 'bulk-runs' ? 'tasks' : room;
}

/** May it answer 304? */
const isCached = (route: Route, routes: readonly Route[]): boolean =>
  !isWrite(route) && representationOf(route, routes) !== undefined;

/** The names in the path. */
const pathIds = ({ path: url }: Route): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** Its own, and of a list those of paging that it does not say of itself. */
function queryOf({ query = [], paged }: Route): QueryParameter[] {
  const own = new Set(query.map(({ name }) => name));
  return [...query, ...(paged ? PAGING_QUERY.filter(({ name }) => !own.has(name)) : [])];
}

/** Whatever a token for programs is for, it is for this. */
const mayAnyProgram = ({ program: { use, isWide } }: Route): boolean => use === 'read' && !isWide;

/** What a row can refuse, in the order of the table of errors. */
function refusalsOf(route: Route): ErrorCode[] {
  const ids = pathIds(route).length > 0;
  const reads = route.body !== undefined || route.upload !== undefined || queryOf(route).length > 0;
  const codes = new Set<ErrorCode>([
    ...(ids || reads ? (['BAD_REQUEST'] as const) : []),
    ...(route.public ? [] : (['UNAUTHENTICATED'] as const)),
    // of who is deleting their account, and of programs
    ...(route.public || (route.whileLeaving && mayAnyProgram(route)) ? [] : (['FORBIDDEN'] as const)),
    ...(ids ? (['NOT_FOUND'] as const) : []),
    ...(route.versioned ? (['PRECONDITION_FAILED'] as const) : []),
    ...(takesKey(route) ? (['CONFLICT', 'VALIDATION_FAILED'] as const) : []),
    ...(route.body || route.upload ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    ...(route.body ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(reads ? (['VALIDATION_FAILED'] as const) : []),
    'RATE_LIMITED',
    ...(route.refuses ?? []),
    'INTERNAL',
    'UNAVAILABLE',
  ]);
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Does its twin name the change sets that it leaves? */
function leavesSets({ twin }: Route, graphql: GraphQLSchema): boolean {
  const payload = getNamedType(graphql.getMutationType()?.getFields()[twin ?? '']?.type);
  return isObjectType(payload) && 'revisions' in payload.getFields();
}

function successOf(route: Route, { routes, schemas, graphql }: Whole): JsonSchema {
  const headers = headerRefs(
    ...(route.paged ? ['Link', 'X-Total-Count'] : []),
    ...(representationOf(route, routes) ? ['ETag'] : []),
    ...(hasAddress(route, routes) ? ['Location'] : []),
    ...(route.public || route.file ? [] : ['Position']),
    ...(leavesSets(route, graphql) ? ['Revisions'] : []),
    ...(route.public ? [] : RATE_HEADERS),
    'X-Request-Id',
  );
  if (route.file) return { description: 'The file.', headers, content: { [route.file]: {} } };
  if (!route.answer) return { description: 'Done.', headers };
  const schema = { type: 'object', properties: { data: route.answer }, required: ['data'] };
  return {
    description: { 200: 'Success.', 201: 'It is made.', 202: 'It has begun.', 204: 'Done.' }[route.status],
    headers,
    content: { 'application/json': { schema, example: answerExample(operationIdOf(route), schema, schemas) } },
  };
}

function parametersOf(route: Route, described: ReadonlyMap<string, string>, routes: readonly Route[]): JsonSchema[] {
  const object = /([^/]+)\/:id\b/.exec(route.path)?.[1]?.replace(/s$/, '').replaceAll('-', ' ');
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
    ...(route.versioned ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(isCached(route, routes) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(mayBeReplicas(route) ? [{ $ref: '#/components/parameters/Position' }] : []),
    ...(route.device ? [{ $ref: '#/components/parameters/Device' }] : []),
  ];
}

/** Descriptions of what a root field takes, by name: its arguments, and the fields of those that are objects. */
function inputDescriptions(schema: GraphQLSchema, rootField: string): ReadonlyMap<string, string> {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const args = roots.flatMap((type) => type?.getFields()[rootField]?.args ?? []);
  const fieldsOf = ({ type }: { type: GraphQLInputType }): readonly GraphQLInputField[] => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? Object.values(named.getFields()) : [];
  };
  const fields = args.flatMap(fieldsOf);
  const inLists = fields.filter(({ type }) => isListType(getNullableType(type))).flatMap(fieldsOf);
  // what stands nearer to the root says it
  const all = [...inLists.flatMap(fieldsOf), ...inLists, ...fields, ...args];
  return new Map(all.map((input) => [input.name, saidOf(input)]));
}

/** The fields of a body in words. What they are unless given is said in these alone: generators take a default as always there. */
function describe(schema: JsonSchema, descriptions: ReadonlyMap<string, string>): JsonSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, { default: unlessGiven, ...property }]) => {
      const said = (property['description'] as string | undefined) ?? descriptions.get(name);
      const fallback = unlessGiven === undefined ? '' : ` \`${JSON.stringify(unlessGiven)}\` unless given.`;
      const list = ((property['anyOf'] as JsonSchema[] | undefined)?.[0] ?? property)['items'] as
        | JsonSchema
        | undefined;
      if (list?.['properties']) Object.assign(list, describe(list, descriptions));
      return [name, { ...property, description: (said ?? '') + fallback }];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) as JsonSchema };
}

const operationIdOf = ({ operationId, twin }: Route): string => operationId ?? twin ?? '';

/** What a row does: in its own words, or in those of the root field that does the same; and whether it is to go. */
function aboutRow(route: Route, graphql: GraphQLSchema): JsonSchema {
  const twin = twinOf(route, graphql);
  const { deprecationReason } = twin ?? {};
  const description = saidOf({ description: route.description ?? twin?.description, deprecationReason });
  return { description, ...(deprecationReason != null && { deprecated: true }) };
}

/** The name of the body of a row among the schemas. */
const bodyNameOf = (route: Route): string =>
  operationIdOf(route).replace(/^./, (first) => first.toUpperCase()) + 'Body';

/** The bodies that rows read, by name. */
const bodySchemas = (routes: readonly Route[], graphql: GraphQLSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    routes.flatMap((route) => {
      if (!route.body) return [];
      const body = describe(jsonSchemaOf(route.body), inputDescriptions(graphql, route.twin ?? ''));
      return [[bodyNameOf(route), { description: `What \`${operationIdOf(route)}\` takes.`, ...body }]];
    }),
  );

/** A file as a body; by OpenAPI 3.1 its media type says all there is. */
const uploadBody = ({ bytes, types }: NonNullable<Route['upload']>): JsonSchema => ({
  required: true,
  description: `The file as it is, up to ${bytes / 1024 / 1024} MB. Its content tells what it is, not its header.`,
  content: Object.fromEntries(types.map((type) => [type, {}])),
});

function operationOf(route: Route, whole: Whole): JsonSchema {
  const { graphql, schemas, routes } = whole;
  const parameters = parametersOf(route, inputDescriptions(graphql, route.twin ?? ''), routes);
  const refusals = refusalsOf(route).map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }]);
  const body = { $ref: `#/components/schemas/${bodyNameOf(route)}` };
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    ...aboutRow(route, graphql),
    tags: [tagOf(route)],
    ...securityOf(route),
    // what a token for programs must be for
    'x-program': route.program.use,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: exampleOf(body, schemas) } },
      },
    }),
    ...(route.upload && { requestBody: uploadBody(route.upload) }),
    responses: {
      [route.status]: successOf(route, whole),
      ...(isCached(route, routes) && {
        304: { description: 'As `If-None-Match` names it.', headers: headerRefs('ETag') },
      }),
      ...(Object.fromEntries(refusals) as JsonSchema),
    },
  };
}

/** How one may sign in for it; unless told, by a session. */
function securityOf({ public: isPublic, program }: Route): JsonSchema {
  if (isPublic) return { security: [] };
  return program.use === 'never' ? {} : { security: [{ bearer: [] }, { apiToken: [] }] };
}

function pathsOf(whole: Whole): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const route of whole.routes) {
    const url = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[url] = { ...paths[url], [route.method]: operationOf(route, whole) };
  }
  return paths;
}

/**
 * The REST interface as an OpenAPI document, made from the route table, the contract's schemas, and for the words the
 * GraphQL schema: nothing is written twice, so nothing can drift.
 */
export function openApiDocument(brandName: string, routes: readonly Route[], graphql: GraphQLSchema): JsonSchema {
  const schemas = { ...answerSchemas(graphql), ...bodySchemas(routes, graphql) };
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: VERSION,
      description:
        'Everything the app can do, over JSON. [The guide for programs](/api/docs/programs.md) begins with the first call, ' +
        'and has examples to copy. Sign in, or make a token for your program, and send ' +
        '`Authorization: Bearer …`. Success answers ' +
        '`{ "data": … }`, anything else `{ "message", "code", "errors"?, "data"? }`. The same and live events are at ' +
        '`/graphql`. For Postman there is [a collection](/api/postman.json).',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Whoever runs this server' },
    },
    servers: [{ url: '/api', description: 'This server.' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf({ routes, graphql, schemas }),
    components: {
      schemas,
      responses: errorResponses(),
      parameters: {
        IdempotencyKey: IDEMPOTENCY_KEY,
        IfMatch: IF_MATCH,
        IfNoneMatch: IF_NONE_MATCH,
        Position: POSITION,
        Device: DEVICE,
      },
      headers: HEADERS,
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
  };
}
