export type Schema = Record<string, unknown>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const FORMATS: Record<string, (text: string) => boolean> = {
  uuid: (text) => UUID.test(text),
  'date-time': (text) => !Number.isNaN(Date.parse(text)) && /T.*Z$/.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
};
/** Keywords without effect on validation. */
const WORDS = new Set(['description', 'default']);

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Resolves a reference within a document. */
export function resolve(document: Schema, ref: string): Schema {
  let node: unknown = document;
  for (const key of ref.replace(/^#\//, '').split('/')) node = (node as Schema | undefined)?.[key];
  if (typeof node !== 'object' || node === null) throw new Error(`${ref} leads nowhere`);
  return node as Schema;
}

type Rule = (value: unknown, limit: unknown, schema: Schema, at: string, document: Schema) => string[];

const RULES: Record<string, Rule> = {
  $ref: (value, ref, _schema, at, document) => findViolations(value, resolve(document, String(ref)), document, at),
  type: (value, types, _schema, at) => {
    const accepted = [types].flat();
    const fits = accepted.includes(typeOf(value)) || (typeof value === 'number' && accepted.includes('number'));
    return fits ? [] : [`${at} is ${typeOf(value)}, not ${String(types)}`];
  },
  enum: (value, values, _schema, at) => ((values as unknown[]).includes(value) ? [] : [`${at} is ${String(value)}`]),
  format: (value, name, _schema, at) =>
    typeof value !== 'string' || FORMATS[String(name)]?.(value) ? [] : [`${at} is no ${String(name)}: ${value}`],
  pattern: (value, pattern, _schema, at) =>
    typeof value !== 'string' || new RegExp(String(pattern)).test(value) ? [] : [`${at} does not match: ${value}`],
  minimum: (value, minimum, _schema, at) =>
    typeof value !== 'number' || value >= Number(minimum) ? [] : [`${at} is below ${String(minimum)}`],
  maximum: (value, maximum, _schema, at) =>
    typeof value !== 'number' || value <= Number(maximum) ? [] : [`${at} is above ${String(maximum)}`],
  minLength: (value, count, _schema, at) =>
    typeof value !== 'string' || value.length >= Number(count) ? [] : [`${at} is too short`],
  maxLength: (value, count, _schema, at) =>
    typeof value !== 'string' || value.length <= Number(count) ? [] : [`${at} is too long`],
  minItems: (value, count, _schema, at) =>
    !Array.isArray(value) || value.length >= Number(count) ? [] : [`${at} is too short`],
  maxItems: (value, count, _schema, at) =>
    !Array.isArray(value) || value.length <= Number(count) ? [] : [`${at} is too long`],
  items: (value, items, _schema, at, document) =>
    !Array.isArray(value)
      ? []
      : value.flatMap((item, index) => findViolations(item, items as Schema, document, `${at}[${index}]`)),
  anyOf: (value, choices, _schema, at, document) =>
    (choices as Schema[]).some((choice) => findViolations(value, choice, document, at).length === 0)
      ? []
      : [`${at} fits nothing`],
  required: (value, names, _schema, at) =>
    typeOf(value) === 'object'
      ? (names as string[]).filter((name) => !(name in (value as object))).map((name) => `${at}.${name} is missing`)
      : [],
  properties: (value, properties, schema, at, document) =>
    typeOf(value) !== 'object'
      ? []
      : Object.entries(value as Schema).flatMap(([name, item]) => {
          const known = (properties as Record<string, Schema>)[name];
          if (known) return findViolations(item, known, document, `${at}.${name}`);
          return 'additionalProperties' in schema ? [] : [`${at}.${name} is not described`];
        }),
  additionalProperties: (value, items, { properties = {} }, at, document) =>
    typeOf(value) !== 'object'
      ? []
      : Object.entries(value as Schema)
          .filter(([name]) => !(name in (properties as object)))
          .flatMap(([name, item]) => findViolations(item, items as Schema, document, `${at}.${name}`)),
};

/**
 * Returns where a value violates a JSON Schema. Supports the keywords that our schemas use and throws for others.
 * Stricter than the standard: undeclared properties are violations.
 */
export function findViolations(value: unknown, schema: Schema, document: Schema, at = 'answer'): string[] {
  return Object.entries(schema)
    .filter(([keyword]) => !WORDS.has(keyword))
    .flatMap(([keyword, limit]) => {
      const rule = RULES[keyword];
      if (!rule) throw new Error(`the check does not know ${keyword}`);
      return rule(value, limit, schema, at, document);
    });
}
