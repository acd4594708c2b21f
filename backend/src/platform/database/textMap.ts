import { Type } from '@mikro-orm/core';

/** `jsonb` object with texts. The ORM's own JSON type returns what the unit of work wrote as a text. */
export class TextMapType extends Type<Readonly<Record<string, string>>, string> {
  override convertToDatabaseValue(value: Readonly<Record<string, string>>): string {
    // Sorted, so that maps with the same entries are stored as the same text.
    return JSON.stringify(value, Object.keys(value).sort());
  }

  override convertToJSValue(value: Readonly<Record<string, string>> | string): Readonly<Record<string, string>> {
    return typeof value === 'string' ? (JSON.parse(value) as Record<string, string>) : value;
  }

  override getColumnType(): string {
    return 'jsonb';
  }

  override compareAsType(): string {
    return 'string';
  }
}
