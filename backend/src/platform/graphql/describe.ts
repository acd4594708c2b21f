import 'reflect-metadata';
import { registerEnumType } from 'type-graphql';

/** The options of a field or an argument that can be null. */
export const orNull = (description: string) => ({ nullable: true, description }) as const;

/** Registers an enum. A value without a description does not compile. */
export function describeEnum<Enum extends object>(
  values: Enum,
  name: string,
  description: string,
  descriptions: Readonly<Record<keyof NoInfer<Enum>, string>>,
): void {
  const described = Object.entries<string>(descriptions).map(([value, text]) => [value, { description: text }]);
  registerEnumType(values, { name, description, valuesConfig: Object.fromEntries(described) });
}
