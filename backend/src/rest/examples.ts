import type { JsonSchema } from './route.js';

const ID = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';
const TIME = '2026-11-23T09:30:00.000Z';

const API_TOKEN = 'cairn_q1xJ0s8zV7m3q1xJ0s8zV7m3q1xJ0s8zV7m3q1xJ0s8';

/** What fields may hold, by name, where their kind does not tell. */
const BY_NAME: Record<string, unknown> = {
  accessToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.signature',
  address: '203.0.113.7',
  auth: 'sQ3mVh1u7cKx0T5bWn2rPg',
  avatar: null,
  challenge: 'q1xJ0s8zV7m3',
  code: '123456',
  color: '#2f8068',
  currentPassword: 'Granite7stones',
  description: 'Ask the printer, too',
  device: 'Firefox on Linux',
  dueDate: '2026-11-27T17:00:00.000Z',
  email: 'ines@tern.example',
  emailOrUsername: 'ines',
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/q1xJ0s8zV7m3',
  firstName: 'Ines',
  lastName: 'Sol',
  message: 'Two tins',
  mutationId: '7f1c',
  name: 'Tern launch',
  newPassword: 'Basalt8columns',
  p256dh: `B${'q1xJ0s8z'.repeat(10)}V7m3A0`,
  password: 'Granite7stones',
  pushKey: `B${'x0J1s8zq'.repeat(10)}m3V7A0`,
  qr: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  rank: 'a1',
  search: 'paint',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  subject: 'Choose the date',
  tag: 'paper',
  text: 'The tenth?',
  timeZone: 'Europe/Zurich',
  title: 'Choose the date',
  token: 'q1xJ0s8zV7m3',
  uri: 'otpauth://totp/Cairn:ines%40tern.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Cairn',
  username: 'ines',
};

/** A value that a schema describes, as a field of this name may hold it; `schemas` are those that it refers to. */
export function exampleOf(schema: JsonSchema, schemas: Record<string, JsonSchema>, name = ''): unknown {
  const { $ref, anyOf, type, items, properties } = schema;
  if (typeof $ref === 'string') return exampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas, name);
  const [kind] = [type].flat();
  if (String(schema['pattern']).startsWith('^cairn_')) return API_TOKEN;
  if ((kind === 'string' || anyOf) && name in BY_NAME) return BY_NAME[name];
  const [first] = (anyOf as JsonSchema[] | undefined) ?? [];
  if (first) return exampleOf(first, schemas, name);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (kind === 'array') return [exampleOf(items as JsonSchema, schemas, name === 'tags' ? 'tag' : '')];
  if (kind === 'object') {
    const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
    return Object.fromEntries(fields.map(([field, of]) => [field, exampleOf(of, schemas, field)]));
  }
  if (kind === 'null') return null;
  if (kind === 'boolean') return true;
  if (kind === 'number') return 2.5;
  if (kind === 'integer') return Math.max(1, Number(schema['minimum'] ?? 1));
  if (schema['format'] === 'uuid') return ID;
  if (schema['format'] === 'date-time') return TIME;
  return schema['format'] === 'date' ? TIME.slice(0, 10) : 'Some text';
}
