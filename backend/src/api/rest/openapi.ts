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
import { ERROR_STATUS, type ErrorCode } from '../../../contract/errors.js';
import { LIMITS } from '../../../contract/limits.js';
import { VERSION } from '../../platform/lib/version.js';
import { answerSchemas } from './answers.js';
import { writeDescription } from './deprecation.js';
import { errorResponses } from './errorResponses.js';
import { answerExample, exampleOf } from './examples.js';
import { inFilter, taskInputsOf } from '../../tasks/taskKeys.js';
import { jsonSchemaOf } from '../../request/jsonSchema.js';
import { PAGING_QUERY } from '../../request/restRow.js';
import type { JsonSchema, QueryParameter } from '../../request/restRow.js';
import { addressOf, findGraphQLField, isWholeList, representationOf, type Route } from './route.js';

const TAGS: Record<string, string> = {
  admin: 'Administration of the server. Only administrators who are signed in themselves.',
  auth: 'Accounts: registration, sign-in, profile and preferences.',
  users: 'Other people.',
  projects: 'Projects and their members.',
  columns: 'Columns of a project’s board.',
  invitations: 'Invitations to a project, and joining by a link.',
  'share-links': 'Links that show a project to visitors.',
  shared: 'What visitors with a shared link see.',
  tasks: 'The tasks of your projects.',
  checklist: 'Checklists of tasks.',
  attachments: 'Files of tasks.',
  comments: 'Comments on tasks.',
  undo: 'Undo of changes.',
  trash: 'Deleted projects, tasks and comments, and their restoration.',
  notifications: 'Your inbox.',
  push: 'Browsers that get notifications while the app is closed.',
  views: 'Saved views.',
  imports: 'Files of other programs that become tasks.',
  'calendar-feeds': 'Addresses at which calendars read your tasks.',
  webhooks: 'Addresses to which changes of your projects are sent.',
  dashboard: 'Figures over all your tasks, now and over time, and the workload of people.',
  nodes: 'Objects of any kind, by id.',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    `An id of your choice for this write, up to ${LIMITS.mutationIdMax} visible ASCII characters. A write that is repeated ` +
    'with the same key within 30 days is done only once; a different write with that key is CONFLICT.',
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.mutationIdMax, pattern: '^[\\x21-\\x7e]+$' },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The version that the object must have, in double quotes (`"42"`), or the `ETag` of an answer, of which only the version ' +
    'is compared. If the object has another version, nothing is written: PRECONDITION_FAILED. `*` is any version.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of the answer that you have. If nothing changed, the answer is 304 without a body.',
  schema: { type: 'string' },
};

const DEVICE = {
  name: 'X-Device',
  in: 'header',
  description:
    '32 random bytes of your choice as base64url or hex, the same with every call. A device that has signed in before ' +
    'has its own password attempts, so others cannot use them up.',
  schema: { type: 'string', pattern: '^([A-Za-z0-9_-]{43}|[A-Za-z0-9+/]{43}=?|[A-Fa-f0-9]{64})$' },
};

const POSITION = {
  name: 'Position',
  in: 'header',
  description:
    'The greatest position (compared as text) of the answers and events that you received. If the server has a replica, the ' +
    'replica answers once it has reached this position; without this header, the primary answers. Invalid values are ignored.',
  schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
};

/** The headers with the rate limit of a request (`rateHeaders.ts`). */
const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

const HEADERS: Record<string, JsonSchema> = {
  ETag: {
    description:
      'Identifies this answer, for `If-None-Match`. It begins with the version of the object, if it has one, for `If-Match`: `"42-…"`.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'The address of the next page, `<…>; rel="next"`, or for a page requested with `before` the previous page, ' +
      '`<…>; rel="prev"` (RFC 8288).',
    schema: { type: 'string' },
  },
  Location: { description: 'The address of the new object.', schema: { type: 'string' } },
  Position: {
    description:
      'The position of the database after this request. Send it with your next request. Absent if the server has no ' +
      'replica.',
    schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
  },
  Revisions: {
    description:
      'The change sets that the write made, `project=revision, …`; `POST /undo` takes them. Absent if nothing ' +
      'changed.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'The points of the limit that is closest to its end. Absent if rate limits are off.',
    schema: COUNT,
  },
  'RateLimit-Remaining': { description: 'The points left.', schema: COUNT },
  'RateLimit-Reset': { description: 'Seconds until all points are available again.', schema: COUNT },
  'X-Request-Id': {
    description:
      'The id of the request in the log of the server. The server makes it; a value that you send is ignored.',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'The number of rows of the whole list. Present with `total=true`.',
    schema: COUNT,
  },
};

const headerRefs = (...names: string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The sources from which the document is derived. */
interface DocumentSources {
  routes: readonly Route[];
  graphql: GraphQLSchema;
  /** By name. */
  schemas: Record<string, JsonSchema>;
}

const isWrite = ({ method }: Route): boolean => method !== 'get';

/** Returns whether a replica can answer the route. The primary answers routes that are closed to programs. */
const mayReadReplica = (route: Route): boolean => !isWrite(route) && route.program.use === 'read';

/** Idempotency keys belong to a signed-in person, so public writes and the sign-out take none. */
const acceptsIdempotencyKey = (route: Route): boolean =>
  isWrite(route) && !route.public && route.graphqlField !== 'logout';

function tagOf({ path: url }: Route): string {
  const within = /\/(attachments|checklist|columns|comments|invitations|share-links)\b/.exec(url)?.[1];
  if (within !== undefined) return within;
  if (url.endsWith('/restore')) return 'trash';
  const [, room = ''] = url.split('/');
  if (['analytics', 'people', 'activity'].includes(room)) return 'dashboard';
  if (room === 'uploads') return 'attachments';
  return room === 'bulk-runs' ? 'tasks' : room;
}

/** May it answer 304? */
const isCached = (route: Route, routes: readonly Route[]): boolean =>
  !isWrite(route) && representationOf(route, routes) !== undefined;

const pathIds = ({ path: url }: Route): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** Returns the schemas of path parameters that are fields of the body's schema instead of ids. */
function textsInPath(route: Route): ReadonlyMap<string, JsonSchema> {
  const names = pathIds(route).filter((name) => name !== 'id');
  if (!route.body || names.length === 0) return new Map();
  const fields = jsonSchemaOf(route.body)['properties'] as Record<string, JsonSchema>;
  return new Map(names.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : [])));
}

/** Returns the route's own parameters and, for a list, the paging parameters that it does not define itself. */
function queryOf({ query = [], paged }: Route): QueryParameter[] {
  const own = new Set(query.map(({ name }) => name));
  return [...query, ...(paged ? PAGING_QUERY.filter(({ name }) => !own.has(name)) : [])];
}

/** Returns whether every API token may call it. */
const allowsAnyToken = ({ program: { use, isWide } }: Route): boolean => use === 'read' && !isWide;

/** Returns whether a request can name tasks by keys: an unknown key is not found, and an ambiguous one is a conflict. */
const takesTaskKeys = ({ path, graphqlField }: Route): boolean =>
  path.startsWith('/tasks/:id') || (graphqlField !== null && taskInputsOf(graphqlField).length > 1);

/** Returns the errors that a route can answer, in the order of the error table. */
function refusalsOf(route: Route): ErrorCode[] {
  const ids = pathIds(route).length > 0;
  const reads = route.body !== undefined || route.upload !== undefined || queryOf(route).length > 0;
  const codes = new Set<ErrorCode>([
    // a list refuses parameters that it does not have
    ...(ids || reads || isWholeList(route) ? (['BAD_REQUEST'] as const) : []),
    ...(route.public ? [] : (['UNAUTHENTICATED'] as const)),
    // an account that is being deleted, or an API token without the scope
    ...(route.public || (route.allowPendingDeletion && allowsAnyToken(route)) ? [] : (['FORBIDDEN'] as const)),
    ...(ids ? (['NOT_FOUND'] as const) : []),
    ...(takesTaskKeys(route) ? (['NOT_FOUND', 'CONFLICT'] as const) : []),
    ...(route.versioned ? (['PRECONDITION_FAILED'] as const) : []),
    ...(acceptsIdempotencyKey(route) ? (['CONFLICT', 'VALIDATION_FAILED'] as const) : []),
    ...(route.body || route.upload ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(reads ? (['VALIDATION_FAILED'] as const) : []),
    'RATE_LIMITED',
    ...(route.refuses ?? []),
    'INTERNAL',
    'UNAVAILABLE',
  ]);
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Returns whether its mutation answers the change sets that it wrote. */
function returnsChangeSets({ graphqlField }: Route, graphql: GraphQLSchema): boolean {
  const payload = getNamedType(graphql.getMutationType()?.getFields()[graphqlField ?? '']?.type);
  return isObjectType(payload) && 'revisions' in payload.getFields();
}

function successOf(route: Route, { routes, schemas, graphql }: DocumentSources): JsonSchema {
  const headers = headerRefs(
    ...(route.paged ? ['Link', 'X-Total-Count'] : []),
    ...(representationOf(route, routes) ? ['ETag'] : []),
    ...(addressOf(route, routes) ? ['Location'] : []),
    ...(route.public || route.file ? [] : ['Position']),
    ...(returnsChangeSets(route, graphql) ? ['Revisions'] : []),
    ...(route.public ? [] : RATE_HEADERS),
    'X-Request-Id',
  );
  if (route.file) return { description: 'The file.', headers, content: { [route.file]: {} } };
  if (!route.answer) return { description: 'Done.', headers };
  const schema = { type: 'object', properties: { data: route.answer }, required: ['data'] };
  return {
    description: { 200: 'Success.', 201: 'Created.', 202: 'Started.', 204: 'Done.' }[route.status],
    headers,
    content: { 'application/json': { schema, example: answerExample(operationIdOf(route), schema, schemas) } },
  };
}

/** Names of objects in the descriptions of path parameters, if the path itself does not name the object. */
const NAMED_IN_PATH: Readonly<Record<string, string>> = { trash: 'deleted task or project' };

interface PathParameter {
  /** The kind of the object with the id. */
  object: string | undefined;
  /** The key of a task works like its id. */
  takesKeys: boolean;
  /** Of a text of the body's schema. */
  described: { description: string | undefined; schema: JsonSchema | undefined };
}

/** Returns a path parameter: a text of the body's schema, or an id. */
function pathParameter(name: string, { object = '', takesKeys, described }: PathParameter): JsonSchema {
  const { description, schema } = described;
  if (schema) return { description, schema };
  const named = name === 'userId' ? 'person' : (NAMED_IN_PATH[object] ?? object);
  if (takesKeys) return { description: `The ${named}: its id, or its key like HARB-12.`, schema: { type: 'string' } };
  return { description: `The ${named}.`, schema: { type: 'string', format: 'uuid' } };
}

function parametersOf(route: Route, described: ReadonlyMap<string, string>, routes: readonly Route[]): JsonSchema[] {
  const object = /([^/]+)\/:id\b/.exec(route.path)?.[1]?.replace(/s$/, '').replaceAll('-', ' ');
  const texts = textsInPath(route);
  const tasks = route.graphqlField === null ? [] : taskInputsOf(route.graphqlField);
  const inQuery = inFilter(tasks);
  return [
    ...pathIds(route).map((name) => ({
      name,
      in: 'path',
      required: true,
      ...pathParameter(name, {
        object,
        takesKeys: tasks.includes(name) || (name === 'id' && object === 'task'),
        described: { description: described.get(name), schema: texts.get(name) },
      }),
    })),
    ...queryOf(route).map(({ name, schema, required, description = described.get(name) }) => ({
      name,
      in: 'query',
      ...(required && { required }),
      description: inQuery.includes(name) ? `${description} ${OR_KEY}` : description,
      schema: inQuery.includes(name) ? allowTaskKeys(schema, false) : schema,
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
    })),
    ...(acceptsIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(route.versioned ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(isCached(route, routes) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(mayReadReplica(route) ? [{ $ref: '#/components/parameters/Position' }] : []),
    ...(route.device ? [{ $ref: '#/components/parameters/Device' }] : []),
  ];
}

/** Returns the descriptions of a root field's arguments and of their input fields, by name. */
function inputDescriptions(schema: GraphQLSchema, rootField: string): ReadonlyMap<string, string> {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const args = roots.flatMap((type) => type?.getFields()[rootField]?.args ?? []);
  const fieldsOf = ({ type }: { type: GraphQLInputType }): readonly GraphQLInputField[] => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? Object.values(named.getFields()) : [];
  };
  const fields = args.flatMap(fieldsOf);
  const inLists = fields.filter(({ type }) => isListType(getNullableType(type))).flatMap(fieldsOf);
  // later entries replace earlier ones, so the description nearest to the root stays
  const all = [...inLists.flatMap(fieldsOf), ...inLists, ...fields, ...args];
  return new Map(all.map((input) => [input.name, writeDescription(input)]));
}

/** Adds descriptions to the fields of a body. Defaults are only described: generators would treat a field with a default as always present. */
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

const operationIdOf = ({ operationId, graphqlField }: Route): string => operationId ?? graphqlField ?? '';

/** Returns the description of a route, or of its root field, and its deprecation. */
function aboutRow(route: Route, graphql: GraphQLSchema): JsonSchema {
  const field = findGraphQLField(route, graphql);
  const { deprecationReason } = field ?? {};
  const description = writeDescription({ description: route.description ?? field?.description, deprecationReason });
  return { description, ...(deprecationReason != null && { deprecated: true }) };
}

const bodyNameOf = (route: Route): string =>
  operationIdOf(route).replace(/^./, (first) => first.toUpperCase()) + 'Body';

const OR_KEY = 'An id, or a key like HARB-12.';

/** Returns the schema of a field that identifies tasks: it takes keys as well as ids. */
function allowTaskKeys({ format, description, items, anyOf, ...schema }: JsonSchema, isField = true): JsonSchema {
  const inner = (it: unknown): JsonSchema => allowTaskKeys(it as JsonSchema, false);
  return {
    ...schema,
    ...(isField && { description: typeof description === 'string' ? `${description} ${OR_KEY}` : OR_KEY }),
    ...(format !== undefined && format !== 'uuid' && { format }),
    ...(items !== undefined && { items: inner(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(inner) }),
  };
}

/** Returns a schema in which the field at a path, also within lists, identifies tasks. */
function allowTaskKeysAt(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema {
  if (name === undefined) return allowTaskKeys(schema);
  const path = [name, ...rest];
  const { anyOf, items, properties } = schema as { anyOf?: JsonSchema[]; items?: JsonSchema; properties?: JsonSchema };
  const inner = properties?.[name] as JsonSchema | undefined;
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map((it) => allowTaskKeysAt(it, path)) }),
    ...(items && { items: allowTaskKeysAt(items, path) }),
    ...(inner && { properties: { ...properties, [name]: allowTaskKeysAt(inner, rest) } }),
  };
}

/** Returns the body of a route without the fields that are in its path. */
function bodySchema(route: Route & Required<Pick<Route, 'body'>>, graphql: GraphQLSchema): JsonSchema {
  const described = describe(jsonSchemaOf(route.body), inputDescriptions(graphql, route.graphqlField ?? ''));
  const tasks = route.graphqlField === null ? [] : taskInputsOf(route.graphqlField);
  const { required, ...body } = tasks.reduce((schema, path) => allowTaskKeysAt(schema, path.split('.')), described);
  const inPath = textsInPath(route);
  const properties = Object.entries(body['properties'] as Record<string, JsonSchema>).filter(
    ([name]) => !inPath.has(name),
  );
  const left = (required as string[] | undefined)?.filter((name) => !inPath.has(name)) ?? [];
  return {
    ...body,
    properties: Object.fromEntries(properties),
    ...(left.length > 0 && { required: left }),
  };
}

/** Returns the schemas of request bodies, by name. */
const bodySchemas = (routes: readonly Route[], graphql: GraphQLSchema): Record<string, JsonSchema> =>
  Object.fromEntries(
    routes.flatMap((route) => {
      const { body } = route;
      if (!body) return [];
      const schema = bodySchema({ ...route, body }, graphql);
      return [[bodyNameOf(route), { description: `The body of \`${operationIdOf(route)}\`.`, ...schema }]];
    }),
  );

/** A file as a body. In OpenAPI 3.1 its media type is enough. */
const uploadBody = ({ bytes, types }: NonNullable<Route['upload']>): JsonSchema => ({
  required: true,
  description: `The raw file, up to ${bytes / 1024 / 1024} MB. Its type is read from its content, not from the header.`,
  content: Object.fromEntries(types.map((type) => [type, {}])),
});

function operationOf(route: Route, sources: DocumentSources): JsonSchema {
  const { graphql, schemas, routes } = sources;
  const parameters = parametersOf(route, inputDescriptions(graphql, route.graphqlField ?? ''), routes);
  const refusals = refusalsOf(route).map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }]);
  const body = { $ref: `#/components/schemas/${bodyNameOf(route)}` };
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    ...aboutRow(route, graphql),
    tags: [tagOf(route)],
    ...securityOf(route),
    // the scope that an API token needs
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
      [route.status]: successOf(route, sources),
      ...(isCached(route, routes) && {
        304: { description: 'Not modified since the `ETag` in `If-None-Match`.', headers: headerRefs('ETag') },
      }),
      ...(Object.fromEntries(refusals) as JsonSchema),
    },
  };
}

/** The security schemes; by default only a session. */
function securityOf({ public: isPublic, program }: Route): JsonSchema {
  if (isPublic) return { security: [] };
  return program.use === 'never' ? {} : { security: [{ bearer: [] }, { apiToken: [] }] };
}

function pathsOf(sources: DocumentSources): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const route of sources.routes) {
    const url = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[url] = { ...paths[url], [route.method]: operationOf(route, sources) };
  }
  return paths;
}

/** The REST interface as an OpenAPI document, derived from the routes, the contract's schemas and the GraphQL schema. */
export function openApiDocument(brandName: string, routes: readonly Route[], graphql: GraphQLSchema): JsonSchema {
  const schemas = { ...answerSchemas(graphql), ...bodySchemas(routes, graphql) };
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: VERSION,
      description:
        'Everything the app can do, over JSON. [The guide for programs](/api/docs/programs.md) starts with the first call ' +
        'and has examples to copy. Sign in, or create an API token, and send `Authorization: Bearer …`. Success answers ' +
        '`{ "data": … }`, every error `{ "message", "code", "errors"?, "reasons"?, "data"? }`. GraphQL and live events ' +
        'are at `/graphql`. There is also [a Postman collection](/api/postman.json).',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this server' },
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
            'An API token, created in the settings or with `POST /auth/tokens`. Scope READ allows operations whose ' +
            '`x-program` is `read`, scope WRITE also those with `write`; operations with `never` need a sign-in.',
        },
      },
    },
  };
}
