import { Type } from '@mikro-orm/core';

/**
 * `text[]` with every element quoted. The ORM's own array type leaves elements bare where it thinks it can, which turns
 * the text "null" into NULL and cuts elements at commas.
 */
export class TextArrayType extends Type<string[], string> {
  override convertToDatabaseValue(value: string[]): string {
    return `{${value.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
  }

  override convertToJSValue(value: string[] | string): string[] {
    // the driver already parses arrays; the unit of work passes texts in the format written above
    if (typeof value !== 'string') return value;
    return [...value.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, item = '']) => item.replace(/\\(.)/gs, '$1'));
  }

  override getColumnType(): string {
    return 'text[]';
  }

  override compareAsType(): string {
    return 'array';
  }
}
