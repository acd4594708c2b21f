import { resolve, type Schema } from './jsonSchemaCheck.js';

/** Requests can only become more permissive, answers only more specific. */
type Role = 'asked' | 'answered';

type Operation = Schema & {
  parameters?: Schema[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, Schema & { content?: Record<string, { schema?: Schema }>; headers?: Schema }>;
};

/** The direction in which a limit gets stricter. */
const LIMITS = { maxLength: -1, maximum: -1, maxItems: -1, minLength: 1, minimum: 1, minItems: 1 } as const;
const KNOWN = new Set(
  [
    '$ref',
    'anyOf',
    'type',
    'enum',
    'format',
    'pattern',
    'items',
    'properties',
    'required',
    'additionalProperties',
  ].concat(Object.keys(LIMITS), ['description', 'default', 'example']),
);
/** Scopes of API tokens, from the most permissive row. */
const USES = ['read', 'write', 'never'];

const without = <T>(all: readonly T[], those: readonly T[]): T[] => all.filter((one) => !those.includes(one));
const strings = (value: unknown): string[] => (value ?? []) as string[];
const schemas = (value: unknown): Record<string, Schema> => (value ?? {}) as Record<string, Schema>;

/**
 * Where programs written against one OpenAPI document may fail with another: rows, parameters, fields, values that are gone,
 * what must be sent now or may be absent now, and limits. Values that an answer's field may now have as well are no
 * break: enums grow. Of JSON Schema it knows the keywords that our document has; another one throws.
 */
export function openApiBreaks(before: Schema, after: Schema): string[] {
  const compared = new Map<string, string[]>();

  /** Lists the kinds of values that a schema allows, with their names if they have one. */
  function kindsOf(document: Schema, schema: Schema, name = ''): { name: string; schema: Schema }[] {
    const { $ref, anyOf, type } = schema;
    if (typeof $ref === 'string') return kindsOf(document, resolve(document, $ref), $ref.split('/').at(-1));
    if (anyOf) return (anyOf as Schema[]).flatMap((one) => kindsOf(document, one));
    for (const keyword of Object.keys(schema)) {
      if (!KNOWN.has(keyword)) throw new Error(`the comparison does not know ${keyword}`);
    }
    return Array.isArray(type) ? type.map((one) => ({ name, schema: { ...schema, type: one } })) : [{ name, schema }];
  }

  function compare(old: Schema | undefined, now: Schema | undefined, role: Role, at: string): string[] {
    if (!old || !now) return [];
    const [olds, nows] = [kindsOf(before, old), kindsOf(after, now)];
    const [given, taken] = role === 'asked' ? [olds, nows] : [nows, olds];
    return given.flatMap((one) => {
      const namesakes = taken.filter(({ name }) => name && name === one.name);
      const alike = taken.filter(({ schema }) => schema['type'] === one.schema['type'] || !schema['type']);
      const [best] = (namesakes.length > 0 ? namesakes : alike)
        .map((other) => (role === 'asked' ? compareKinds(one, other, role, at) : compareKinds(other, one, role, at)))
        .sort((a, b) => a.length - b.length);
      const kind = one.name || ((one.schema['type'] as string | undefined) ?? 'any value');
      return best ?? [role === 'asked' ? `${at} takes no ${kind} any more` : `${at} may be ${kind} now`];
    });
  }

  type Kind = ReturnType<typeof kindsOf>[number];

  /** Compares a named schema only once. */
  function compareKinds(old: Kind, now: Kind, role: Role, at: string): string[] {
    if (!old.name || !now.name) return compareFields(old.schema, now.schema, role, at);
    const key = `${role} ${old.name} ${now.name}`;
    const known = compared.get(key);
    if (known) return known;
    compared.set(key, []);
    const found = compareFields(old.schema, now.schema, role, role === 'asked' ? now.name : `answered ${now.name}`);
    compared.set(key, found);
    return found;
  }

  function compareFields(old: Schema, now: Schema, role: Role, at: string): string[] {
    const [given, taken] = role === 'asked' ? [old, now] : [now, old];
    const found: string[] = [];
    const changed = (rule: string) =>
      `${at}: ${rule} is ${JSON.stringify(now[rule])}, was ${JSON.stringify(old[rule])}`;
    for (const [limit, way] of Object.entries(LIMITS)) {
      const [was, is] = [given[limit] ?? -Infinity * way, taken[limit] ?? -Infinity * way] as number[];
      if ((Number(is) - Number(was)) * way > 0) found.push(changed(limit));
    }
    for (const rule of ['pattern', 'format'] as const) {
      if (taken[rule] !== undefined && taken[rule] !== given[rule]) {
        found.push(changed(rule));
      }
    }
    if (taken['enum'] && !given['enum']) found.push(`${at}: values are ${role === 'asked' ? 'limited' : 'open'} now`);
    if (role === 'asked' && now['enum']) {
      for (const value of without(strings(old['enum']), strings(now['enum']))) found.push(`${at} takes no ${value}`);
    }
    for (const part of ['items', 'additionalProperties'] as const) {
      found.push(...compare(old[part] as Schema, now[part] as Schema, role, `${at}[]`));
    }
    const [olds, nows] = [schemas(old['properties']), schemas(now['properties'])];
    for (const [name, schema] of Object.entries(olds)) {
      if (nows[name]) found.push(...compare(schema, nows[name], role, `${at}.${name}`));
      else found.push(`${at}.${name} is gone`);
    }
    const [musts, nowMusts] = [strings(old['required']), strings(now['required'])];
    if (role === 'asked') found.push(...without(nowMusts, musts).map((name) => `${at}.${name} is required now`));
    else {
      const perhaps = without(musts, nowMusts).filter((name) => nows[name]);
      found.push(...perhaps.map((name) => `${at}.${name} may be absent now`));
    }
    return found;
  }

  const parametersOf = (document: Schema, { parameters = [] }: Operation) =>
    new Map(
      parameters
        .map(({ $ref, ...own }) => (typeof $ref === 'string' ? resolve(document, $ref) : own))
        .map((parameter) => [`${parameter['in'] as string} ${parameter['name'] as string}`, parameter]),
    );

  function compareOperations(old: Operation, now: Operation, at: string): string[] {
    const found: string[] = [];
    const [olds, nows] = [parametersOf(before, old), parametersOf(after, now)];
    for (const [name, parameter] of olds) {
      const other = nows.get(name);
      if (!other) found.push(`${at}: ${name} is gone`);
      found.push(...compare(parameter['schema'] as Schema, other?.['schema'] as Schema, 'asked', `${at}: ${name}`));
    }
    for (const [name, { required }] of nows) {
      if (required && !olds.get(name)?.['required']) found.push(`${at}: ${name} is required now`);
    }
    if (now.requestBody?.required && !old.requestBody?.required) found.push(`${at}: a body is required now`);
    for (const [type, { schema }] of Object.entries(old.requestBody?.content ?? {})) {
      const other = now.requestBody?.content[type];
      if (!other) found.push(`${at} takes no ${type} any more`);
      found.push(...compare(schema, other?.schema, 'asked', `${at}, body`));
    }
    for (const [status, answer] of Object.entries(old.responses).filter(([code]) => code.startsWith('2'))) {
      const other = now.responses[status];
      if (!other) found.push(`${at} answers no ${status} any more`);
      for (const [type, { schema }] of other ? Object.entries(answer.content ?? {}) : []) {
        if (!other?.content?.[type]) found.push(`${at} answers no ${type} any more`);
        found.push(...compare(schema, other?.content?.[type]?.schema, 'answered', `${at}, answer`));
      }
      const headers = without(Object.keys(answer.headers ?? {}), Object.keys(other?.headers ?? answer.headers ?? {}));
      found.push(...headers.map((name) => `${at} answers no ${name} any more`));
    }
    const isOpen = ({ security }: Operation) => Array.isArray(security) && security.length === 0;
    if (isOpen(old) && !isOpen(now)) found.push(`${at} takes a sign-in now`);
    const [use, nowUse] = [old, now].map((operation) => String(operation['x-program']));
    if (USES.indexOf(nowUse ?? '') > USES.indexOf(use ?? '')) found.push(`${at}: x-program is ${nowUse}, was ${use}`);
    return found;
  }

  const found = Object.entries(before['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, rows]) =>
    Object.entries(rows).flatMap(([method, old]) => {
      const now = (after['paths'] as Record<string, Record<string, Operation>>)[path]?.[method];
      const at = `${method.toUpperCase()} ${path}`;
      return now ? compareOperations(old, now, at) : [`${at} is gone`];
    }),
  );
  return [...new Set(found)];
}
