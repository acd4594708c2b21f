import { exampleOf } from './examples.js';
import type { JsonSchema } from '../../request/restRow.js';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: JsonSchema;
}

interface Content {
  [type: string]: { schema: JsonSchema; example?: unknown };
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/** The parts of the OpenAPI document that the collection is made from. */
interface Described {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; parameters: Record<string, Parameter> };
}

/** Postman variables that replace values, by the field's name. */
const VARIABLES: Record<string, unknown> = {
  assigneeId: '{{userId}}',
  challenge: '{{challenge}}',
  currentPassword: '{{password}}',
  emailOrUsername: '{{email}}',
  expiresAt: '{{inAMonth}}',
  ids: ['{{taskId}}'],
  password: '{{password}}',
  projectId: '{{projectId}}',
  projectIds: ['{{projectId}}'],
  userId: '{{userId}}',
};

/** Optional fields that a request omits: ids and versions chosen by the caller, and fields that change its meaning. */
const LEFT_OUT = new Set(
  ['id', 'version', 'code', 'delete', 'email', 'username', 'invitation', 'proof'].concat([
    'afterId',
    'beforeId',
    'columnId',
    'repeat',
    'templateId',
    'datesFrom',
    'dueDay',
    'except',
  ]),
);

const WITH_MONTH = `pm.variables.set('inAMonth', new Date(Date.now() + 30 * 86_400_000).toISOString());`;

/** Lists by their names in paths. The id of one of their objects is stored in a variable such as `projectId`. */
const KINDS = [
  'projects',
  'tasks',
  'comments',
  'invitations',
  'notifications',
  'sessions',
  'tokens',
  'bulk-runs',
  'export',
];

const idOf = (kind: string): string =>
  `${kind.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()).replace(/s$/, '')}Id`;

/** Stores values that later requests need. A function, because Postman runs all scripts in one scope. */
const STORE_VALUES_SCRIPT = `// stores values for later requests: the token of a sign-in, and the id of a created object or of the first one in a list
(() => {
  const { data } = pm.response.code < 300 && pm.response.text().startsWith('{') ? pm.response.json() : {};
  const first = (Array.isArray(data) ? data[0] : data) || {};
  const keep = (name, value) => value && pm.collectionVariables.set(name, value);
  keep('token', first.tokens && first.tokens.accessToken);
  keep('challenge', first.challenge && first.challenge.token);
  keep('userId', first.user && first.user.id);
  const names = ${JSON.stringify(Object.fromEntries(KINDS.map((kind) => [kind, idOf(kind)])))};
  const name = names[pm.request.url.path.filter((part) => !part.startsWith(':')).pop()];
  if (name) keep(name, (first.apiToken || first).id);
})();`;

/** Returns the variable of an id in a path: `bulkRunId` for `/bulk-runs/{id}`. */
const idVariable = (path: string, name: string): string =>
  name === 'id' ? idOf(/([^/]+)\/\{id\}/.exec(path)?.[1] ?? '') : name;

/**
 * Turns an example into a body that can be sent: values that the caller chooses become variables, and lists and objects
 * have only required fields.
 */
function sendable(example: unknown, schema: JsonSchema, isWithin: boolean, isPublic: boolean): unknown {
  const required = new Set((schema['required'] ?? []) as string[]);
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const fields = Object.entries(example as Record<string, unknown>).flatMap(([name, value]) => {
    const must = required.has(name);
    if (isPublic && name === 'email') return [[name, '{{email}}']];
    if (!must && LEFT_OUT.has(name)) return [];
    if (name in VARIABLES) return [[name, VARIABLES[name]]];
    if (isWithin && !must) return [];
    const own = properties[name] ?? {};
    const [item] = Array.isArray(value) ? (value as unknown[]) : [];
    if (typeof item === 'object') {
      return must ? [[name, [sendable(item, (own['items'] ?? {}) as JsonSchema, true, isPublic)]]] : [];
    }
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[name, isObject ? sendable(value, own, true, isPublic) : value]];
  });
  return Object.fromEntries(fields as [string, unknown][]);
}

/**
 * Creates the OpenAPI document as a Postman collection (format 2.1): a folder for each tag, a request for each
 * operation. Written by hand, because the requests of openapi-to-postmanv2 (6.3.3, 86 packages) cannot be sent as they
 * are: ids come from the examples instead of earlier requests; all writes share one `Idempotency-Key`, so the second
 * conflicts; `If-Match` and all optional fields are filled in. It also lacks this server's address, and its output
 * differs between runs.
 */
export function postmanCollection(document: JsonSchema, publicUrl: string): object {
  const { info, tags, paths, components } = document as unknown as Described;
  const variables = new Set<string>();

  function bodyOf({ requestBody, security }: Operation): object | undefined {
    if (!requestBody) return undefined;
    const json = requestBody.content['application/json'];
    if (!json) return { mode: 'file', file: {} };
    const schema = components.schemas[String(json.schema['$ref']).split('/').at(-1) ?? ''] ?? {};
    const body = sendable(json.example, schema, false, security?.length === 0);
    return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
  }

  function requestOf(path: string, method: string, operation: Operation): object {
    const { description, security, requestBody, parameters = [] } = operation;
    const all = parameters.map(({ $ref, ...own }) =>
      $ref === undefined ? own : components.parameters[$ref.split('/').at(-1) ?? ''],
    );
    const given = (place: string) =>
      all.filter((parameter) => parameter?.in === place).filter((one) => one !== undefined);
    const parts = path
      .slice(1)
      .split('/')
      .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
    const ids = given('path').map(({ name, description: said }) => {
      const variable = idVariable(path, name);
      variables.add(variable);
      return { key: name, value: `{{${variable}}}`, description: said };
    });
    const query = given('query').map(({ name, required, schema, description: said }) => ({
      key: name,
      value: String(VARIABLES[name] ?? exampleOf(schema, components.schemas, name)),
      description: said,
      ...(!required && { disabled: true }),
    }));
    const sent = query.filter((one) => !('disabled' in one)).map(({ key, value }) => `${key}=${value}`);
    const [type] = Object.keys(requestBody?.content ?? {});
    const headers = given('header').map(({ name, description: said }) =>
      name === 'Idempotency-Key'
        ? { key: name, value: '{{$guid}}', description: said }
        : { key: name, value: '', description: said, disabled: true },
    );
    return {
      method: method.toUpperCase(),
      description,
      ...(security?.length === 0 && { auth: { type: 'noauth' } }),
      header: [...(type === undefined ? [] : [{ key: 'Content-Type', value: type }]), ...headers],
      url: {
        raw: `{{baseUrl}}/${parts.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: parts,
        ...(query.length > 0 && { query }),
        ...(ids.length > 0 && { variable: ids }),
      },
      ...(requestBody && { body: bodyOf(operation) }),
    };
  }

  const itemOf = (path: string, method: string, operation: Operation) => ({
    id: operation.operationId,
    name: operation.summary,
    request: requestOf(path, method, operation),
    response: Object.entries(operation.responses).flatMap(([code, { content }]) => {
      const json = code.startsWith('2') ? content?.['application/json'] : undefined;
      if (!json) return [];
      const header = [{ key: 'Content-Type', value: 'application/json' }];
      return [{ name: `An answer (${code})`, code: Number(code), header, body: JSON.stringify(json.example, null, 2) }];
    }),
  });

  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const item = tags.map(({ name, description }) => ({
    name,
    description,
    item: rows
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ path, method, operation }) => itemOf(path, method, operation)),
  }));
  const script = (listen: string, exec: string) => ({
    listen,
    script: { type: 'text/javascript', exec: exec.split('\n') },
  });
  const values = { baseUrl: `${publicUrl}/api`, email: 'you@example.com', password: '', token: '', challenge: '' };
  return {
    info: {
      name: info.title,
      description:
        `${info.description}\n\nFill in the variables \`email\` and \`password\` and send "Sign in", or put a token for ` +
        'programs into `token`. What a request makes or lists is what the next ones are about.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [script('prerequest', WITH_MONTH), script('test', STORE_VALUES_SCRIPT)],
    variable: [
      ...Object.entries(values).map(([key, value]) => ({ key, value })),
      ...[...new Set([...variables, 'userId'])].sort().map((key) => ({ key, value: '' })),
    ],
    item,
  };
}
