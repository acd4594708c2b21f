/** The text form of a UUID (RFC 9562). */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Is this the text form of a UUID? */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
